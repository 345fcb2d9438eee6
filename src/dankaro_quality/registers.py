"""Entries of registers: a name and the number that it gave. Also tickets, runs and packages, which work alike.

`find(text)` gives the kind and the entry, or None. What the rules know is which names keep a register, and how many
digits an entry has. A name without a number ("Companies House"), and a date or a year in the place of the number
("IEEE 2021"), locate nothing. Codes that carry their register within them (NCT01234567) need no name.
"""

from __future__ import annotations

import functools
import re

from dankaro_quality.patterns import compiled, first, lowered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Spot = tuple[str, str]

# Registers and the least digits of an entry. A name with a capital is written so; the others in any case.
# From five digits on, up to three words may stand between the name and the number.
REGISTERS = {
    # companies, persons, permits
    "companies house": 6, "company number": 6, "company no": 6, "company reg": 6, "crn": 7, "HRB": 1, "HRA": 1,
    "GnR": 1, "VR": 2, "RCS": 6, "SIREN": 9, "SIRET": 14, "kvk": 8, "CVR": 8, "org.nr": 8, "organisasjonsnummer": 9,
    "organisationsnummer": 10, "ABN": 11, "ACN": 9, "CIN": 8, "CRO": 5, "KRS": 10, "REGON": 9, "NIP": 10, "IČO": 8,
    "ICO": 8, "OIB": 11, "CIF": 7, "NIF": 8, "partita iva": 11, "P.IVA": 11, "REA": 5, "EIN": 9, "duns": 9,
    "d-u-n-s": 9, "FN": 5, "firmenbuch": 5, "CHE": 9, "CNPJ": 14, "RUT": 8, "CUIT": 11, "CUI": 6, "NZBN": 13, "UEN": 8,
    "KBO": 9, "BCE": 9, "BTW": 9, "EORI": 8, "VAT": 7, "UID": 8, "LEI": 8, "CIK": 4, "CRD": 4, "ISIN": 8, "CUSIP": 6,
    "FRN": 6, "charity": 5, "register entry": 5, "registre du commerce": 5, "registro mercantil": 5,
    "commercial register": 5, "trade register": 5, "registration number": 5, "registration no": 5, "registernummer": 4,
    "y-tunnus": 8, "tomo": 2, "FCA": 6, "handelsregister": 4, "orcid": 15, "isni": 15, "viaf": 5, "gnd": 8, "ROR": 4,
    "accession": 5, "uk company": 7, "org nr": 8, "NIPC": 9, "GSTIN": 8, "NIT": 9, "RUC": 11, "ОГРН": 13, "ИНН": 10,
    "EGRPOU": 8, "ЄДРПОУ": 8, "УНП": 9, "ЕИК": 9, "EIK": 9, "ΑΦΜ": 9, "ΓΕΜΗ": 8, "CR": 7, "法人番号": 13,
    "统一社会信用代码": 15, "file number": 5, "file no": 5, "BaFin-ID": 8, "NPI": 10, "cégjegyzékszám": 8,
    "transparency register": 8, "brreg": 9, "bolagsverket": 10, "TSDR": 8, "EUIPO": 8, "DPMA": 8, "registrikood": 8,
    "UBI": 9, "IMO": 7, "MMSI": 9, "fdic cert": 2, "RSSD": 5, "NMLS": 5, "nmls id": 4,
    "ondernemingsnummer": 9, "VKN": 10, "MERSIS": 16, "사업자등록번호": 10, "VIN": 6, "sos entity": 8,
    "licence no": 4, "license no": 4, "permit no": 4,
    # literature and data
    "pmid": 1, "pubmed": 4, "pmcid": 3, "PMC": 3, "oclc": 5, "lccn": 7, "zbl": 6, "MR": 6, "eric": 6, "ssrn": 5,
    "zenodo": 5, "figshare": 5, "osf": 3, "icpsr": 3, "dryad": 4, "pangaea": 5, "gbif": 5, "genbank": 5, "refseq": 5,
    "uniprot": 2, "pdb": 1, "ensembl": 5, "chembl": 2, "chebi": 3, "drugbank": 5, "omim": 6, "dbsnp": 3, "clinvar": 4,
    "kegg": 3, "interpro": 5, "pfam": 5, "cas": 5, "cas rn": 5, "cas no": 5, "wikidata": 2, "imdb": 7, "openalex": 6,
    "semantic scholar": 6, "corpusid": 5, "scopus": 8, "nct": 8, "isrctn": 8, "biorxiv": 6, "medrxiv": 6, "eprint": 6,
    "ISMN": 9, "jstor": 5, "proquest": 6, "CCDC": 6, "ICSD": 4, "addgene": 4, "USGS": 6, "eudract": 8, "prospero": 6,
    "clinicaltrials.gov": 8, "hal": 8, "PII": 8, "asin": 5, "bibcode": 4, "ucsc": 4, "gse": 1, "GSM": 3, "GPL": 2,
    "GDS": 3, "SN": 4, "gene id": 2, "uniprotkb": 2, "CID": 2, "pubchem": 5, "GENESIS": 8, "cat. no": 4, "MTBLS": 1,
    "NTR": 3, "NL": 4, "arrayexpress": 3, "statline": 4, "table id": 4, "series id": 4,
    "dataset id": 3, "catalogue no": 3, "catalog no": 3, "inventory no": 2, "inv. no": 2, "call number": 2,
    # reports
    "technical report": 1, "tech. rep": 1, "research report": 1, "working paper": 1, "working papers": 1,
    "rapport": 2, "informe": 2, "bericht": 3, "discussion paper": 1,
    "report no": 1, "report number": 1, "report nr": 1, "report #": 1, "policy paper": 2, "staff paper": 2,
    "occasional paper": 1, "contract": 4, "publication no": 2, "internal report": 2, "memo": 2, "memorandum": 2,
    "bulletin": 2, "circular no": 1, "NBER": 4, "GAO": 4, "CRS": 4, "RAND": 3, "NASA": 4, "OMB": 3, "NIOSH": 4,
    "WMO": 3, "document no": 2, "document number": 2, "thesis no": 2, "special publication": 2, "white paper no": 1,
    # standards and weaknesses
    "rfc": 1, "BCP": 1, "ISO": 2, "iso": 4, "ÖNORM": 3, "NF": 4, "ISA": 3, "IEC": 3, "IEEE": 3, "NIST": 3,
    "NISTIR": 4, "FIPS": 2, "ANSI": 2, "ASTM": 2, "DIN": 2, "ECMA": 2,
    "pep": 1, "JEP": 2, "WCAG": 2, "ASHRAE": 3, "ASU": 6, "ГОСТ": 4, "GB/T": 4, "CSA": 3, "POSIX": 3, "API RP": 1,
    "API Spec": 1, "AASHTO": 2, "ACI": 3, "VDI": 3, "VDE": 3, "ARINC": 3, "TIA": 3, "SMPTE": 2, "IPSAS": 1, "ISAE": 4,
    "ITU": 2, "ITU-T": 3, "ITU-R": 3, "ETSI": 3, "3GPP": 4, "IFRS": 1, "IAS": 1, "ASC": 3,
    "SAE": 2, "UL": 2, "NFPA": 2, "ICH": 1, "GOST": 3, "MIL": 3, "JIS": 3, "EN": 3, "BS": 3, "AS/NZS": 3, "EIP": 2,
    "BIP": 1, "ADR": 1, "KEP": 3, "cve": 5, "cwe": 1, "CAPEC": 1, "OWASP": 2, "ASVS": 2, "edb-id": 4, "exploit-db": 4,
    "cisco-sa": 5, "mitre": 4, "att&ck": 4, "ATLAS": 4,
    "KB": 6, "ECCN": 1, "RHSA": 5, "USN": 3, "DSA": 3, "GLSA": 6, "OSV": 4, "PYSEC": 5, "RUSTSEC": 5, "GO": 5, "VU": 5,
    "JVN": 5, "EUVD": 5, "CERT": 4, "unicode": 2, "UAX": 1, "UTS": 2,
    # law
    "CELEX": 6, "public law": 3, "Pub. L": 3, "P.L": 3, "H.R": 1, "E.O": 4, "executive order": 4, "EO": 5, "docket": 3,
    "case no": 3, "case number": 3, "T.C. Memo": 5, "BGBl": 1, "BVerfGE": 1, "BGE": 2, "BGH": 4, "BFH": 4, "COM": 5,
    "SWD": 5, "OJ L": 1, "OJ C": 1, "JO L": 1, "statutory instrument": 5, "S.I": 5, "appeal no": 3,
    "application no": 3, "petition no": 2, "patent": 5, "pat. no": 5, "trademark": 6, "trade mark": 6, "serial no": 6,
    "matter no": 3, "citation no": 3, "Resolution": 2, "decision no": 2, "FDA": 6, "510(k)": 6, "eudamed": 6,
    "TARIC": 8, "HTS": 6, "EPA": 6, "FCC": 4, "FAR": 4, "DFARS": 4, "CFR": 3,
    # classifications and business papers
    "HS": 4, "NAICS": 4, "SIC": 4, "NACE": 3, "ISCO": 4, "UNSPSC": 8, "LOINC": 4, "mesh": 5, "snomed": 6, "CPT": 5,
    "rxnorm": 4, "ICD": 2, "invoice": 4, "purchase order": 4, "order id": 5, "order number": 5, "order no": 4, "PO": 6,
    "bates": 4,
}  # fmt: skip
TRACKERS = {
    "jira": 2, "ticket": 2, "bugzilla": 3, "zendesk": 2, "servicenow": 4, "incident": 3, "bug": 3, "redmine": 2,
    "trac": 2, "gerrit": 3, "phabricator": 2, "support case": 3, "freshdesk": 2, "intercom": 4, "asana": 5,
    "trello": 4, "RT": 4, "monorail": 3, "launchpad": 4, "LP": 5, "crbug": 5, "CL": 5, "differential": 3,
    "salesforce case": 5, "change request": 2, "work item": 2, "user story": 2,
}  # fmt: skip
SERVICES = (
    "wandb", "w&b", "weights & biases", "weights and biases", "mlflow", "neptune", "comet", "clearml",
    "github actions", "gitlab ci", "jenkins", "buildkite", "circleci", "travis", "teamcity", "azure pipelines",
    "azure devops", "airflow", "dagster", "prefect", "langsmith", "langfuse", "braintrust", "databricks", "sagemaker",
    "vertex", "slurm", "argo", "kubeflow", "tensorboard", "sentry", "datadog", "honeycomb", "splunk", "new relic",
    "grafana", "kibana", "arize", "weave", "helicone", "inspect", "promptfoo", "kaggle", "colab", "modal", "ray",
    "dvc", "gitlab", "optuna",
)  # fmt: skip
INDEXES = (
    "pypi", "npm", "crates.io", "crate", "cran", "conda", "maven", "rubygems", "gem", "nuget", "homebrew",
    "docker hub", "packagist", "cpan",
)  # fmt: skip
CHECKED = ("isbn", "issn", "eissn", "e-issn")  # numbers with a check digit

# An id that says whose it is and is too long to be a count.
RUN_ID = (
    r"\b(?:run|job|trace|session|span|experiment|pipeline)[ _-]?(?:id"
    r"|ID)[ :=#]{1,3}(?=[a-f-]{0,40}\d)[0-9a-f-]{8,40}\b|\bCI (?:job|run|build|pipeline) #?\d{3,}\b"
)

# Statistical offices and the like, whose series have codes that need no digit.
SERIES = {
    "eurostat": r"(?:[a-z]{2,}_[a-z0-9_]+|[a-z]{2,5}\d{5}\b)",
    "imf": r"[A-Z]{2,}_[A-Z0-9_]+",
    "oecd": r"[A-Z]{2,}_[A-Z0-9_]+",
    "ons series": r"[A-Z0-9]{3,4}\b",
    "fred": r"[A-Z][A-Z0-9]{3,}",
    "world bank": r"[A-Z]{2}(?:\.[A-Z0-9]{2,4}){2,5}",
    "wdi": r"[A-Z]{2}(?:\.[A-Z0-9]{2,4}){2,5}",
    "bls": r"[A-Z]{3,}\d[A-Z0-9]+",
    "kaggle": r"[\w-]+/[\w-]+",
    "huggingface": r"[\w-]+/[\w.-]+",
    "hugging face": r"[\w-]+/[\w.-]+",
}

# The numbers of these may look like a year; of the others a bare year is an edition, not an entry.
YEARLIKE = frozenset((
    "rfc", "pep", "PMC", "pmid", "HRB", "HRA", "wikidata", "CIK", "CRD", "case no", "docket", "contract", "uniprot",
    "gse",
))  # fmt: skip
DATE = (
    r"(?:19|20)\d\d(?:[-./ ]\d{1,2}){1,2}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|\d{1,2}([./-])\d{1,2}\1\d{4}"
)
LIKE_DATES = frozenset(("EN", "PYSEC", "ASU"))  # number their entries so
MONTH = r"\W{0,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"

# What may stand between a name and its number, then the number. Read in lower case.
NUMBER = r"(?P<entry>(?:[a-z]{1,8}[/:-]){0,3}(?:[a-z]{0,6}-?|[a-z]{1,3}[. ])\d(?:[ .,:/-]?\d)*[a-z0-9./()-]*)"
NEAR = (
    r"(?:[\s:#.,()/'\"_-]{0,4}"
    r"(?:no|nr|num|number|nummer|id|reg|ref|sp|ts|tr|std|rec|iec|iso|en|part|doc|paper|series|wp|memo|n|co|q|lc|report|entry|р)\b){0,3}"
    r"[\s:#.,()/'\"_°¶-]{0,4}" + NUMBER
)
FAR = r"[\s:#.,()/_-]{0,3}(?:[^\W\d][\w'-]{0,18}[\s:#.,()]{1,3}){0,3}" + NUMBER
RUN = (
    r"[\s:#.,()/_-]{0,3}(?:(?:dag_run|run_id|run|job|build|id|trace|pipeline|experiment|workflow|session|task|dag|study|trial|eval|event|issue|no|"
    r"number|dashboard|on)[\s:#=/()-]{0,3}){0,4}(?P<entry>[\w./-]{0,60}\d[\w./-]*"
    r"|(?=[a-z]{8}\b)[a-z]{0,4}[bcdfghjklmnpqrstvwxz]{4}[a-z]*)"  # a random id without a digit: no word is like that
)
RUN_WORDS = r"run|job|build|id|trace|pipeline|issue|no\b|number|dag|event|#"
VERSION = r"[\s:]{1,3}(?:[a-z@][\w@./-]{0,60}[\s,(]{1,3}){1,3}(?:v(?:ersion)? ?)?(?P<entry>\d+\.\d[\w.]*)"
SERIES_CODE = (
    r"[\s:,(\[]{1,3}(?:(?:[Ss]eries|[Dd]ataset|[Tt]able|[Cc]ode|[Ii]ndicator|[Dd]ata|set"
    r"|[A-Z]{3})[\s:(]{1,3}){0,2}(?:%s)"
)

# Codes that tell their register themselves.
CODES = (
    ("GHSA", r"\bGHSA(?:-[0-9a-z]{4}){3}\b"),
    ("-", r"\b\d{10}-\d\d-\d{6}\b|\b20\d\d-\d{6}-\d\d(?:-\d\d)?\b"),  # SEC accession, EudraCT
    ("-", r"\b[ES]-[A-Z]{4}\d*-?\d+\b|\bdraft(?:-[a-z0-9]{1,30}){2,10}-\d\d\b"),  # ArrayExpress, Internet-Draft
    ("-", r"\b[A-Z][A-Za-z]{2,11}-(?:Pub|PUB|Conf|CONF|TM|TR|WP)-\d\w*-\d[\w-]*"),  # Fermilab-Pub-12-345
    ("--", r"\b[A-Z]{2,8}-[A-Z]{1,8}--\d{3,}"),
    ("-", r"\bTR-?(?:19|20)?\d\d-\d+\b"),
    ("-", r"\b(?:ami|eni|i|rtb|sg|snap|subnet|vol|vpc)-(?:[0-9a-f]{8}|[0-9a-f]{17})\b"),  # things of a cloud account
    (
        "-",
        (
            r"(?<![\w-])(?!FY|CY|TEL|FAX|ZIP|USD|EUR|GBP|CHF|JPY|INR|IS[BSM]N)[A-Z]{3,6} \d{2,4}-(?!(?:19"
            r"|20)\d\d\b)\d{3,5}(?=$|[,;:)])"
        ),
    ),
    ("-", r"\b[A-Z]{2,8}(?:[-/][A-Z]{1,8}){1,3}[-/]?\d{2,}[\w/-]*"),  # report numbers: MIT-LCS-TR-354
    ("-", r"\b(?:RBR|PER|U1111)-[0-9a-z]+(?:-[0-9a-z]+){0,3}\b|\b[a-z]{3,8}-0\d{7}(?:v\d+)?\b"),  # trials, HAL
    (".", r"\bT\d{4}\.\d{3}\b|\bCHE-?\d{3}\.\d{3}\.\d{3}\b"),  # ATT&CK, Swiss companies
    (".", r"\b(?:1[89]|20)\d\d[A-Za-z&.]{5}[\w.]{4}[\w.][\d.]{4}[A-Z]\b"),  # bibcode
    ("/", r"\b[A-Z]{1,5}\d{0,4}(?=\S{0,60}\d\S{0,60}\d)(?:/[A-Z0-9.]{1,12}){2,5}\b"),  # A/RES/70/1
    ("/", r"\b[A-Z]{2}-?\d{4}/\d{4,7}\b"),  # WO2012/123456
    ("ECLI:", r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}"),
    (":", r"\b(?!ID:|NO:|NR:|TEL:|FAX:|REF:|PIN:)[A-Z]{2,10}:\d{4,}\b"),  # GO:0008150
    ("RRID:", r"\bRRID: ?\w{2,}_\w{3,}"),
    ("ENC", r"\bENC[A-Z]{2}\d{3}[A-Z]{3}\b"),
    ("CVCL_", r"\bCVCL_[A-Z0-9]{4}\b"),
    ("", r"\b(?:phs\d{6}|rs\d{3,12}|tt\d{7,8}|w\d{5}|syn\d{6,9}|ds\d{6})(?:[.v]\w+){0,3}\b"),
)
CODE = r"(?:[A-Z]{1,5}[-_])?(?P<letters>[A-Za-z]{2,10})[-_/]?(?P<digits>(?:[A-Z]{1,4}-?)?\d[\w/.-]*)"
NO_CODES = frozenset((
    "ID", "NO", "NR", "TEL", "FAX", "PO", "USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "FY", "CY", "JAN", "FEB",
    "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "SEPT", "OCT", "NOV", "DEC", "SKU", "ZIP", "PIN", "REF", "NUM",
    "ROW", "CALL", "SMS", "XXX", "TBD", "TODO", "DRAFT", "REPORT", "ISO",
))  # fmt: skip
PATENT = (
    r"\b(?:US|EP|WO|CN|JP|KR|DE|GB|FR|CA|AU|RU|BR|ES|NL|SE|CH|DK|FI|PL|TW|IL|MX)[ -]?"
    r"(?P<digits>[A-Z]?\d[\d/ ]{4,14}\d) ?(?:[A-Z]\d?)?(?![\w,%.]\d)"
    r"|\bUS ?(?P<grouped>\d{1,2}(?:,\d{3}){2}) ?[A-Z]\d\b"
    r"|\b(?P<other>(?:US ?(?:D|PP)|(?:US ?)?RE)\d{1,3},\d{3})\b"  # designs, reissues, plants
)

# Ticket keys look like many a thing that is none: encodings, viruses, models, aircraft.
NOT_TICKETS = frozenset((
    "UTF", "COVID", "GPT", "SHA", "MD", "AES", "RSA", "ISO", "IEC", "IEEE", "RFC", "FY", "CY", "HTTP", "TLS", "SSL",
    "CLAUDE", "LLAMA", "GEMINI", "BERT", "QWEN", "GLM", "PHI", "GROK", "MISTRAL", "PALM", "OPT", "BLOOM", "DALL",
    "RTX", "GTX", "CPU", "GPU", "USB", "HDMI", "DDR", "PCI", "WIFI", "IPV", "SARS", "MERS", "HIV", "HPV", "HSV", "EBV",
    "CMV", "IL", "CD", "TNF", "IFN", "MCF", "PM", "CO", "TOP", "WW", "AK", "MIG", "SU", "MH", "BA", "APOLLO", "STS",
    "PHASE", "STEP", "LEVEL", "TIER", "PART", "VOL", "CHAPTER", "TABLE", "FIG", "FIGURE", "PAGE", "AGE", "TYPE",
    "CLASS", "GRADE", "UN", "EU", "US", "UK", "AD", "BC", "CE", "WEB", "INDUSTRY", "OMEGA", "VITAMIN", "LATIN",
    "WINDOWS", "PYTHON", "JAVA", "ES", "ECMA", "CP", "KOI", "GB", "BIG", "EUC", "ASCII", "ANSI", "TIS", "LASER",
    "RADAR", "STUDY", "GROUP", "MODEL", "DRAFT", "REPORT", "SURVEY", "VERSION", "RELEASE", "ID", "NO", "NR", "ITEM",
    "POINT", "DAY", "WEEK", "MONTH", "YEAR", "TASK", "ROUND", "PLAN", "AREA", "ZONE", "ROOM", "FLOOR", "TEAM", "XXX",
    "BOEING", "DEEPSEEK", "CVE", "CWE", "NCT", "PMC", "OPUS", "SONNET", "HAIKU", "CHATGPT",
))  # fmt: skip


def find(text: str) -> Spot | None:
    """The kind and the text of the first register entry, ticket, run or package in `text` (canonical form), or None."""
    if not any(char.isdigit() for char in text):
        return _without_digits(text)
    return _numbered(text) or _code(text) or _patent(text)


def _without_digits(text: str) -> Spot | None:
    """The few entries that can do without a digit: codes of series, some ids of runs and advisories."""
    lower = text.lower()
    if any(name in lower for name in (*SERIES, *SERVICES)):
        return _numbered(text)
    found = first(text, CODES[:1])
    return ("registry", found[0]) if found else None


def find_ticket(text: str) -> Spot | None:
    """A bare ticket key or run id. The weakest form of all, and so to be asked last."""
    for found in compiled(r"(?<![\w/-])([A-Z][A-Z0-9]{1,9})-\d{1,7}(?![\w-]|\.\d)").finditer(text):
        if found[1] not in NOT_TICKETS and not compiled(r"[QHW]\d{1,2}").fullmatch(found[1]):
            return "ticket", found[0]
    numbered = compiled(r"(?<!\w)(?:[A-Z]{2,5}#\d{2,7}|b/\d{6,12})(?!\w)").search(text)
    if numbered:
        return "ticket", numbered[0]
    named_run = compiled(RUN_ID).search(text)
    if named_run:
        return "run", named_run[0]
    found_run = compiled(r"\b(?:run|job|build|trace|pipeline)s?[ #:=]{1,3}(?:id )?[\w.-]{0,60}\d[\w.-]*").search(text)
    lower = text.lower()
    return ("run", found_run[0]) if found_run and any(name in lower for name in SERVICES) else None


# Numbers after a name


def _numbered(text: str) -> Spot | None:
    lower = lowered(text)
    for word in compiled(r"[^\W\d_]+").finditer(lower):
        for name, offset in _names().get(word[0], ()):
            start = word.start() - offset
            if start >= 0 and _stands(name, start, lower if name.islower() else text):
                found = _entry(name, text, lower, start)
                if found:
                    return found
    return None


@functools.cache
def _names() -> dict[str, list[tuple[str, int]]]:
    """Every known name under its first run of letters, with where that run starts in it."""
    names: dict[str, list[tuple[str, int]]] = {}
    for name in (*REGISTERS, *TRACKERS, *SERVICES, *INDEXES, *SERIES, *CHECKED):
        run = compiled(r"[^\W\d_]+").findall(name)[0]
        names.setdefault(run.lower(), []).append((name, name.index(run)))
    return names


def _stands(name: str, start: int, text: str) -> bool:
    end = start + len(name)
    return text.startswith(name, start) and not text[start - 1 : start].isalnum() and not text[end : end + 1].isalpha()


def _entry(name: str, text: str, lower: str, start: int) -> Spot | None:
    end = start + len(name)
    if name in CHECKED:
        return _checked(name, text, start, end)
    if name in SERIES and (coded := compiled(SERIES_CODE % SERIES[name]).match(text, end)):
        return "registry", text[start : coded.end()]
    for kind, pattern in _forms(name):
        found = compiled(pattern).match(lower, end)
        if found and _is_entry(name, kind, found):
            return kind, text[start : found.end()].rstrip(" .,;:(-/'\"")
    return None


def _forms(name: str) -> Iterator[Spot]:
    """The kinds that a name can make, each with the pattern of its entries."""
    if name in REGISTERS:
        yield "registry", NEAR
        if REGISTERS[name] > 4:
            yield "registry", FAR
    if name in TRACKERS:
        yield "ticket", NEAR
    if name in SERVICES:
        yield "run", RUN
    if name in INDEXES:
        yield "package", VERSION


def _is_entry(name: str, kind: str, found: re.Match[str]) -> bool:
    entry = found["entry"]
    if kind == "package":
        return True
    if (name not in LIKE_DATES and compiled(DATE).fullmatch(entry)) or compiled(MONTH).match(found.string, found.end()):
        return False
    if kind == "run":
        return len(entry) > 7 or (len(entry) > 1 and bool(compiled(RUN_WORDS).search(found[0])))
    digits = "".join([char for char in entry if char.isdigit()])
    if (
        len(digits) == 4
        and digits[:2] in ("19", "20")
        and name not in YEARLIKE
        and name not in LIKE_DATES
        and "#" not in found[0]
    ):
        return False
    amount = compiled(r"(?:[a-z]{1,3}[. ])?\d{1,3}(?:,\d{3})+").fullmatch(entry) and not name.startswith("pat")
    return not amount and len(digits) >= (REGISTERS if kind == "registry" else TRACKERS)[name]


def _checked(name: str, text: str, start: int, end: int) -> Spot | None:
    """An ISBN or ISSN whose check digit is right."""
    found = compiled(r"(?:[- ]?1[03]\b|-L\b)?[\s:#(no.]{0,6}(\d[\d -]{6,16}[\dXx])").match(text, end)
    if not found:
        return None
    digits = [10 if char in "Xx" else int(char) for char in found[1] if char.isalnum()]
    whole = _is_whole(digits[: 8 if "issn" in name else 13])
    return ("registry", text[start : found.end()]) if whole else None


def _is_whole(digits: list[int]) -> bool:
    if len(digits) == 13:
        return sum(digit * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10 == 0
    return len(digits) in (8, 10) and sum(digit * (len(digits) - at) for at, digit in enumerate(digits)) % 11 == 0


# Codes that stand alone


def _code(text: str) -> Spot | None:
    found = first(text, CODES)
    if found:
        return "registry", found[0]
    for word in text.split():
        word = word.strip(".,;:()[]{}<>\"'`")
        coded = compiled(CODE).fullmatch(word) if len(word) < 80 else None
        if coded and _is_code(coded["letters"], coded["digits"]):
            return "registry", word
    return _lei(text)


def _is_code(letters: str, digits: str) -> bool:
    """Two capitals and five digits tell a register's code from a word with a number, unless they tell a date."""
    if _digits(digits) < 5 or sum(map(str.isupper, letters)) < 2 or letters.upper() in NO_CODES:
        return False
    return not compiled(DATE).fullmatch(digits)


def _lei(text: str) -> Spot | None:
    """A legal entity identifier (ISO 17442): twenty characters that leave 1 when divided by 97."""
    for found in compiled(r"\b[A-Z0-9]{18}\d\d\b").finditer(text):
        if int("".join(str(int(char, 36)) for char in found[0])) % 97 == 1:
            return "registry", found[0]
    return None


def _patent(text: str) -> Spot | None:
    for found in compiled(PATENT).finditer(text):
        if found["grouped"] or found["other"] or _digits(found["digits"]) > 5:
            return "registry", found[0].strip()
    return None


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
