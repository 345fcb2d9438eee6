"""Locators that people follow: register entries, citations of law and literature, pages, sheets, tickets, runs.

`find(text)` gives the kind and the locating part of the first one in a canonical text, or None. Almost every one of
them is a name and a number. What a rule here knows is which names keep a register and what its numbers look like;
a name without its number ("Companies House"), and a year in the place of a number ("IEEE 2021"), locate nothing.
"""

from __future__ import annotations

import functools
import re

from dankaro_quality.lexicon import NAMELESS_TITLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Spot = tuple[str, str]
    Finder = Callable[[str], Spot | None]

_rx = functools.cache(re.compile)

# Registers and the least digits that an entry has. In capitals: written so; else in any case.
# From five digits on, up to three words may stand between the name and the number.
REGISTERS = {
    # companies and persons
    "companies house": 6, "company number": 6, "company no": 6, "company reg": 6, "crn": 7, "HRB": 1, "HRA": 1,
    "GnR": 1, "VR": 2, "RCS": 6, "SIREN": 9, "SIRET": 14, "kvk": 8, "CVR": 8, "org.nr": 8, "organisasjonsnummer": 9,
    "organisationsnummer": 10, "ABN": 11, "ACN": 9, "CIN": 8, "CRO": 5, "KRS": 10, "REGON": 9, "NIP": 10, "IČO": 8,
    "ICO": 8, "OIB": 11, "CIF": 7, "NIF": 8, "partita iva": 11, "P.IVA": 11, "REA": 5, "EIN": 9, "duns": 9,
    "d-u-n-s": 9, "FN": 5, "firmenbuch": 5, "CHE": 9, "CNPJ": 14, "RUT": 8, "CUIT": 11, "CUI": 6, "NZBN": 13, "UEN": 8,
    "KBO": 9, "BCE": 9, "BTW": 9, "EORI": 8, "VAT": 7, "UID": 8, "LEI": 8, "CIK": 4, "CRD": 4, "ISIN": 8, "CUSIP": 6,
    "FRN": 6, "charity": 5, "register entry": 5, "registre du commerce": 5, "registro mercantil": 5,
    "commercial register": 5, "trade register": 5, "registration number": 5, "registration no": 5, "registernummer": 4,
    "y-tunnus": 8, "tomo": 2, "FCA": 6, "handelsregister": 4, "orcid": 15, "isni": 15, "viaf": 5, "gnd": 8,
    "accession": 5, "licence no": 4, "license no": 4, "permit no": 4,
    # literature and data
    "pmid": 1, "pubmed": 4, "pmcid": 3, "PMC": 3, "oclc": 5, "lccn": 7, "zbl": 6, "MR": 6, "eric": 6, "ssrn": 5,
    "zenodo": 5, "figshare": 5, "osf": 3, "icpsr": 3, "dryad": 4, "pangaea": 5, "gbif": 5, "genbank": 5, "refseq": 5,
    "uniprot": 3, "pdb": 1, "ensembl": 5, "chembl": 2, "chebi": 3, "drugbank": 5, "omim": 6, "dbsnp": 3, "clinvar": 4,
    "kegg": 3, "interpro": 5, "pfam": 5, "cas": 5, "cas rn": 5, "cas no": 5, "wikidata": 2, "imdb": 7, "openalex": 6,
    "semantic scholar": 6, "corpusid": 5, "scopus": 8, "nct": 8, "isrctn": 8, "eudract": 8, "prospero": 6,
    "clinicaltrials.gov": 8, "hal": 8, "PII": 8, "asin": 5, "bibcode": 4, "ucsc": 4, "gse": 1, "GSM": 3, "GPL": 2,
    "GDS": 3, "MTBLS": 1, "NTR": 3, "NL": 4, "arrayexpress": 3, "statline": 4, "table id": 4, "series id": 4,
    "dataset id": 3, "catalogue no": 3, "catalog no": 3, "inventory no": 2, "inv. no": 2, "call number": 2,
    # reports
    "technical report": 1, "tech. rep": 1, "research report": 1, "working paper": 1, "discussion paper": 1,
    "report no": 1, "report number": 1, "report nr": 1, "report #": 1, "policy paper": 2, "staff paper": 2,
    "occasional paper": 1, "contract": 4, "publication no": 2, "internal report": 2, "memo": 2, "memorandum": 2,
    "bulletin": 2, "circular no": 1, "NBER": 4, "GAO": 4, "CRS": 4, "RAND": 3, "NASA": 4, "OMB": 3, "NIOSH": 4,
    "WMO": 3, "document no": 2, "document number": 2, "deliverable d": 1, "thesis no": 2, "special publication": 2,
    "white paper no": 1,
    # standards and weaknesses
    "RFC": 1, "BCP": 1, "ISO": 2, "IEC": 3, "IEEE": 3, "NIST": 3, "FIPS": 2, "ANSI": 2, "ASTM": 2, "DIN": 2, "ECMA": 2,
    "PEP": 1, "JEP": 2, "ITU": 2, "ITU-T": 3, "ITU-R": 3, "ETSI": 3, "3GPP": 4, "IFRS": 1, "IAS": 1, "ASC": 3,
    "SAE": 2, "UL": 2, "NFPA": 2, "ICH": 1, "GOST": 3, "MIL": 3, "JIS": 3, "EN": 3, "BS": 3, "AS/NZS": 3, "EIP": 2,
    "BIP": 1, "ADR": 1, "KEP": 3, "CVE": 5, "CWE": 1, "CAPEC": 1, "OWASP": 2, "mitre": 4, "att&ck": 4, "ATLAS": 4,
    "KB": 6, "ECCN": 1, "RHSA": 5, "USN": 3, "DSA": 3, "GLSA": 6, "OSV": 4, "PYSEC": 5, "RUSTSEC": 5, "GO": 5, "VU": 5,
    "JVN": 5, "EUVD": 5, "CERT": 4,
    # law
    "CELEX": 6, "ECLI": 4, "public law": 3, "Pub. L": 3, "P.L": 3, "H.R": 1, "E.O": 4, "executive order": 4,
    "docket": 3, "case no": 3, "case number": 3, "T.C. Memo": 5, "BGBl": 1, "BVerfGE": 1, "BGE": 2, "BGH": 4, "BFH": 4,
    "COM": 5, "SWD": 5, "OJ L": 1, "OJ C": 1, "JO L": 1, "statutory instrument": 5, "S.I": 5, "appeal no": 3,
    "application no": 3, "petition no": 2, "patent": 5, "pat. no": 5, "trademark": 6, "trade mark": 6, "serial no": 6,
    "matter no": 3, "citation no": 3, "resolution": 2, "decision no": 2, "fda": 6, "510(k)": 6, "eudamed": 6,
    "TARIC": 8, "HTS": 6, "EPA": 6, "FCC": 4, "FAR": 4, "DFARS": 4, "CFR": 3,
    # classifications and business papers
    "HS": 4, "NAICS": 4, "SIC": 4, "NACE": 3, "ISCO": 4, "UNSPSC": 8, "LOINC": 4, "mesh": 5, "snomed": 6, "CPT": 5,
    "rxnorm": 4, "ICD": 2, "ROR": 4, "unicode": 2, "UAX": 1, "UTS": 2, "invoice": 4, "purchase order": 4,
    "order id": 5, "order number": 5, "order no": 4, "PO": 6, "bates": 4,
}  # fmt: skip

# The numbers of these may look like a year; of the others a bare year is an edition, not an entry.
MAY_LOOK_LIKE_YEAR = frozenset(("RFC", "PEP", "PMC", "pmid", "HRB", "HRA", "wikidata", "CIK", "CRD", "case no", "docket", "contract", "uniprot"))

# Trackers and services whose entries are numbered; the digits that a number must have.
TRACKERS = {
    "jira": 2, "ticket": 2, "bugzilla": 3, "zendesk": 2, "servicenow": 4, "incident": 3, "bug": 3, "redmine": 2,
    "trac": 2, "gerrit": 3, "phabricator": 2, "support case": 3, "freshdesk": 2, "intercom": 4, "asana": 5,
    "trello": 4, "rt": 4, "monorail": 3, "launchpad": 4, "change request": 2, "work item": 2, "user story": 2,
}  # fmt: skip
SERVICES = (
    "wandb", "w&b", "weights & biases", "weights and biases", "mlflow", "neptune", "comet", "clearml",
    "github actions", "gitlab ci", "jenkins", "buildkite", "circleci", "travis", "teamcity", "azure pipelines",
    "azure devops", "airflow", "dagster", "prefect", "langsmith", "langfuse", "braintrust", "databricks", "sagemaker",
    "vertex", "slurm", "argo", "kubeflow", "tensorboard", "sentry", "datadog", "honeycomb", "splunk", "new relic",
    "grafana", "kibana", "arize", "weave", "helicone", "inspect", "promptfoo", "kaggle", "colab", "modal", "ray",
    "dvc",
)  # fmt: skip
INDEXES = ("pypi", "npm", "crates.io", "crate", "cran", "conda", "maven", "rubygems", "gem", "nuget", "homebrew", "docker hub", "packagist", "cpan")

# Whose numbers end in a check digit.
CHECKED = ("isbn", "issn", "eissn", "e-issn")

# Series of statistical offices and the like, whose codes need no digit.
SERIES = {
    "eurostat": r"[a-z]{2,}_[a-z0-9_]+",
    "fred": r"[A-Z][A-Z0-9]{3,}",
    "world bank": r"[A-Z]{2}(?:\.[A-Z0-9]{2,4}){2,5}",
    "wdi": r"[A-Z]{2}(?:\.[A-Z0-9]{2,4}){2,5}",
    "bls": r"[A-Z]{3,}\d[A-Z0-9]+",
    "kaggle": r"[\w-]+/[\w-]+",
    "huggingface": r"[\w-]+/[\w.-]+",
    "hugging face": r"[\w-]+/[\w.-]+",
}

ENTRY = (
    r"(?:[\s:#.,()/'\"_-]{0,4}(?:no|nr|num|number|nummer|id|reg|ref|sp|ts|tr|std|rec|iec|iso|en|part|doc|paper|series|wp|memo|n|co|q|lc)\b){0,3}"
    r"[\s:#.,()/'\"_°¶-]{0,4}(?P<entry>(?:[a-z]{1,8}[/:-]){0,3}[a-z]{0,6}[-. ]?\d(?:[ .,:/-]?\d)*[a-z0-9./()-]*)"
)
FAR_ENTRY = r"[\s:#.,()/_-]{0,3}(?:[^\W\d][\w.'-]{0,18}[\s:#.,()-]{1,3}){0,3}(?P<entry>[a-z]{0,6}[-. ]?\d(?:[ .,/-]?\d)*[a-z0-9./()-]*)"
RUN = r"[\s:#.,()/_-]{0,3}(?:(?:run|job|build|id|trace|pipeline|experiment|workflow|session|task|dag|eval|event|issue|no|number|dashboard|on)[\s:#=/()-]{0,3}){0,4}(?P<entry>[\w./-]{0,60}\d[\w./-]*|(?=[a-z]{8}\b)[a-z]{0,4}[bcdfghjklmnpqrstvwxz]{4}[a-z]*)"
VERSION = r"[\s:]{1,3}(?:[A-Za-z@][\w@./-]{0,60}[\s,(]{1,3}){1,3}(?:v(?:ersion)? ?)?(?P<entry>\d+\.\d[\w.]*)"

# Codes that tell their register themselves.
CODE = r"(?:[A-Z]{1,5}[-_])?(?P<letters>[A-Za-z]{2,10})[-_/]?(?P<digits>[A-Z]{0,3}\d[\w/.-]*)"
NO_REGISTERS = frozenset((
    "ID", "NO", "NR", "TEL", "FAX", "PO", "USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "FY", "CY", "JAN", "FEB",
    "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "SEPT", "OCT", "NOV", "DEC", "SKU", "ZIP", "PIN", "REF", "NUM",
    "ROW", "CALL", "SMS", "XXX", "TBD", "TODO", "DRAFT", "REPORT", "ISO",
))  # fmt: skip
CODES = (
    ("-", r"\bGHSA(?:-[0-9a-z]{4}){3}\b|\b\d{10}-\d\d-\d{6}\b|\b20\d\d-\d{6}-\d\d(?:-\d\d)?\b"),
    ("-", r"\b[ES]-[A-Z]{4}\d*-?\d+\b|\bdraft(?:-[a-z0-9]{1,30}){2,10}-\d\d\b"),
    ("-", r"\b[A-Z]{2,8}(?:[-/][A-Z]{1,8}){1,3}[-/]?\d{2,}[\w/-]*"),
    ("-", r"\b(?:RBR|PER|U1111)-[0-9a-z]+(?:-[0-9a-z]+){0,3}\b|\b[a-z]{3,8}-0\d{7}(?:v\d+)?\b"),
    (".", r"\bT\d{4}\.\d{3}\b|\bCHE-?\d{3}\.\d{3}\.\d{3}\b|\b(?:1[89]|20)\d\d[A-Za-z&.]{5}[\w.]{4}[\w.][\d.]{4}[A-Z]\b"),
    ("/", r"\b[A-Z]{1,5}\d{0,4}(?=\S{0,60}\d\S{0,60}\d)(?:/[A-Z0-9.]{1,12}){2,5}\b|\b[A-Z]{2}-?\d{4}/\d{4,7}\b"),
    (":", r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}|\b(?!ID:|NO:|NR:|TEL:|FAX:|REF:|PIN:)[A-Z]{2,10}:\d{4,}\b"),
    ("", r"\b(?:phs\d{6}|rs\d{3,12}|tt\d{7,8}|w\d{5}|syn\d{6,9}|ds\d{6})(?:[.v]\w+){0,3}\b"),
)
PATENT = (
    r"\b(?:US|EP|WO|CN|JP|KR|DE|GB|FR|CA|AU|RU|BR|ES|NL|SE|CH|DK|FI|PL|TW|IL|MX)[ -]?(?P<digits>[A-Z]?\d[\d/ ]{4,14}\d) ?(?:[A-Z]\d?)?(?![\w,%.]\d)"
    r"|\bUS ?(?P<grouped>\d{1,2}(?:,\d{3}){2}) ?[A-Z]\d\b"
)

# Law. A reporter citation is volume, abbreviation, page: "410 U.S. 113", "77 Marq. L. Rev. 475".
REPORTER = (
    r"(?<![\w.,/:-])\d{1,4} ((?:(?:[A-Z&][\w'’&.]*|\d(?:d|st|nd|rd|th)\.?) ){0,6}(?:[A-Z&][\w'’&.]*|\d(?:d|st|nd|rd|th)\.?))"
    r"(?:,? at| p\.)? (?:\d{1,6}|[ivxlc]{1,8})\b"
)
SHORT_REPORTER = (
    r"(?:(?:19|20)\d\d (?P<court>[A-Z]{2,6})(?: App)?(?: ?\(\w{1,4}\))?|\d{1,4} (?P<state>[A-Z][A-Za-z]{1,9}|[A-Z]{1,2}\dd)(?: App| Supp)?)"
    r" \d{1,7}(?P<rest>,? ?[(\[¶].{0,60})?"
)
STATES = frozenset((  # reporters that are written without a stop
    "Ala", "Alaska", "Ariz", "Ark", "Cal", "Colo", "Conn", "Del", "Fla", "Ga", "Haw", "Idaho", "Ill", "Ind", "Iowa",
    "Kan", "Ky", "La", "Mass", "Md", "Me", "Mich", "Minn", "Miss", "Mo", "Mont", "NC", "ND", "Neb", "Nev", "NH", "NJ",
    "NM", "NY", "Ohio", "Okla", "Or", "Pa", "RI", "SC", "SD", "Tenn", "Tex", "US", "Utah", "Va", "Vt", "Wash", "Wis",
    "Wn", "WVa", "Wyo", "SCt", "LEd", "SE", "SW", "So", "NE", "NW", "AC", "QB", "KB", "WLR", "CLR", "DLR", "SCR", "WL",
    "F2d", "F3d", "A2d", "A3d", "P2d", "P3d", "Wn2d",
))  # fmt: skip
NOT_REPORTERS = frozenset((
    "Jan.", "Feb.", "Mar.", "Apr.", "Jun.", "Jul.", "Aug.", "Sep.", "Sept.", "Oct.", "Nov.", "Dec.", "No.", "Vol.",
    "Fig.", "St.", "Ave.", "Rd.", "Blvd.", "Mr.", "Mrs.", "Dr.", "Sec.", "Ch.", "Art.", "Inc.", "Ltd.", "Co.", "Corp.",
    "Approx.", "Abs.", "Nr.", "Ziff.", "Rn.", "Kap.", "Bd.", "Anh.",
))  # fmt: skip
LAW = (
    ("[", r"\[(?:19|20)\d\d\] (?:\d+ )?[A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*){0,2}(?: No)? \d+"),
    ("-", r"\b(?:19|20)\d\d-[A-Z][A-Za-z]{1,8}-\d{1,6}\b|\b(?:\d:)?\d\d-(?:cv|cr|mc|md|bk|ap|civ|crim|mj|CV|CR|Civ)-\d{2,6}\b"),
    ("No", r"\bNos?\. ?\d\d-\d{2,5}\b"),
    ("(", r"\d \([^()]{0,40}(?:Cir|App|Ct|Dist|Super|Bankr|[SNEWMC]\.D)\.[^()]{0,30}\d\d\)|\((?:CCH|BNA|P-H|RIA|MB)\) ?(?:¶|P) ?[\d,.]+"),
    ("(E", r"\((?:EU|EC|EEC|Euratom)\) ?(?:No\.? ?)?\d+/\d+"),
    ("/", r"\b\d{2,4}/\d+/(?:EC|EU|EEC|JHA|CFSP|EWG|EG)\b|\b[CTFE]-\d{1,4}/\d\d\b|\bSI \d{4}/\d+\b"),
    (" c. ", r"\b\d{4} c\. \d+\b"),
)
FILINGS = r"\b(?P<form>10-[KQ]|8-K|20-F|40-F|6-K|S-[134]|F-1|13[FDG]|DEF ?14A|N-CSR)(?:/A)?\b.{0,60}?(?:(?:19|20)\d\d|FY ?(?:(?:19|20)\d\d|\d\d))"

# Places in a document.
PAGE = r"\b(?:pp?\. ?|pages? |pg\.? ?|slides? #?|fol(?:io|\.)? )(?:[1-9]\d{0,4}|(?-i:[ivxlc]{1,7})\b)(?: ?[-–,] ?\d{1,5}){0,20}"
SECTIONS = frozenset((
    "section", "sections", "sec", "sect", "chapter", "chapters", "chap", "ch", "article", "articles", "art", "arts",
    "clause", "paragraph", "para", "paras", "table", "tables", "tbl", "figure", "figures", "fig", "figs", "appendix",
    "annex", "exhibit", "schedule", "note", "notes", "item", "line", "lines", "verse", "volume", "vol", "recital",
    "rule", "lemma", "theorem", "equation", "eq", "row", "rows", "part", "footnote", "fn", "box", "episode", "ep",
    "lecture", "principle", "req", "criterion", "sc", "requirement", "control", "module", "unit", "issue", "act",
    "canto", "stanza",
))  # fmt: skip
CODE_OF_LAW = r"\b(?:Act|Code|Law|Laws|Const|Constitution|Stat|Ann|Directive|Regulation|[A-Z]\.[A-Z]\.[A-Z]?|[A-Z]{3,}|[A-Z][A-Za-z]{1,4}G)\b"
SECTION_NUMBER = r"#?(?:[A-Za-z]{1,2}[-.]?)?\d[\w.:()\[\]–-]*|[IVXLC]{1,7}(?![A-Za-z])|[A-Z](?![A-Za-z])|[ivx]{1,5}(?![A-Za-z])"
CLOCK = r"\b(?:\d{1,2}:)?\d{1,2}:\d\d(?: ?[-–] ?(?:\d{1,2}:)?\d{1,2}:\d\d)?\b|\b\d{1,3}m(?:in)? ?\d{1,2}s\b|\bt=\d+s?\b"
RECORDINGS = ("video", "podcast", "recording", "episode", "lecture", "youtube", "webinar", "broadcast", "film", "documentary", "hearing", "audio",
              "deposition", "transcript", "testimony")
SHEETS = (
    ("!", r"(?:'[^']{1,60}'|\"[^\"]{1,60}\"|\b[\w.-]{1,60})!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?"),
    ("heet", r"\b(?:[Ww]ork)?[Ss]?heet #?(?:no\.? )?[A-Z]?[-.]?\d+\b"),
    (":", r"\b[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}\b"),
    ("ell", r"\b[Cc]ells? \$?[A-Z]{1,3}\$?\d{1,7}\b"),
    ("ab ", r"\b[Tt]ab #?\d+\b"),
)

# Literature. Volume, issue and page in the ways that journals write them.
VOLUMES = (
    (")", r"\b\d{1,4} ?\(\d[\w./-]{0,8}\) ?[:,] ?(?:pp?\.? ?)?[a-zA-Z]?\d+"),
    (";", r"\b(?:1[6-9]|20)\d\d ?; ?\d+ ?(?:\([\w -]{1,10}\))? ?: ?[a-zA-Z]?\d+"),
    ("ol", r"\b[Vv]ol(?:ume|\.)? ?\d+[,.;:]? ?\(?(?:[Nn]o|[Ii]ssue|[Nn]r|pp?|[Nn]umber|[Aa]rt)\b\.? ?\w+"),
    (",", r"[A-Za-z.)], \d{1,4}, (?:pp?\. ?)?(?:[A-Z]?\d{1,6} ?[-–] ?\d+|[A-Z]\d{2,6}\b)"),
    (":", r"[A-Za-z.)] \d{1,4}: ?[A-Za-z]?\d{1,6} ?[-–] ?\d{1,6}(?![:\d])"),
    (")", r"[A-Za-z.] \d{1,4}[,:] ?[a-zA-Z]?\d{1,7}(?: ?[-–] ?\d+)? ?\((?:1[6-9]|20)\d\d\)"),
    ("(", r"\((?:1[6-9]|20)\d\d\)[,.:]? (?:[A-Z][\w.&-]*,? ){0,6}\d{1,4} ?[,:] ?[a-zA-Z]?\d{1,6}"),
)
AUTHOR = r"\b[A-Z][\w'’-]+,? (?:[A-Z]\.[ -]?){1,3}|\b(?:[A-Z]\.[ -]?){1,3}[A-Z][\w'’-]+|\bet al\b|\b[A-Z][\w'’-]+ (?:&|and) [A-Z][\w'’-]+,? \(?(?:1[6-9]|20)\d\d"
VENUE = (
    r"\b(?:Press|Proc(?:eedings|\.)|Journal|J\.|Trans(?:actions|\.)|Conf(?:erence|\.)|University|Univ\.|Verlag|Publish(?:ing|ers?)|Books|[Tt]hesis|"
    r"[Dd]issertation|In:|Annals|Letters|Lett\.|Rev(?:iew|\.)|Springer|Wiley|Elsevier|Routledge|Nature|Science|Lancet|Workshop|Symposium|Editions?)\b"
    r"|\b[A-Z][a-z]*[A-Z]{2}\w*\b|\b[A-Z]{3,}\b|\b[A-Z][a-z]+: [A-Z]\w+|, [A-Z][a-z]+(?: [A-Z][a-z]+)?, \(?(?:1[5-9]|20)\d\d"
)

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
    "BOEING",
))  # fmt: skip


def find(text: str) -> Spot | None:
    """The kind and the text of the first register entry, citation or place in `text` (canonical form), or None."""
    if not _rx(r"\d|[ivxlcIVXLC]\b").search(text):
        return _series(text)
    for finder in FINDERS:
        found = finder(text)
        if found:
            return found
    return None


# Numbers after a name


def _numbered(text: str) -> Spot | None:
    lower = text.lower()
    if len(lower) != len(text):  # a few capitals grow when lowered, and places would shift
        lower = text
    for word in _rx(r"[^\W\d_]+").finditer(lower):
        for name, offset in _names().get(word[0], ()):
            start = word.start() - offset
            if start >= 0 and _stands(name, start, text if name[-1].isupper() or name[0].isupper() else lower):
                found = _entry(name, text, lower, start)
                if found:
                    return found
    return None


@functools.cache
def _names() -> dict[str, list[tuple[str, int]]]:
    """Every known name under its first run of letters, with where that run starts in it."""
    names: dict[str, list[tuple[str, int]]] = {}
    for name in (*REGISTERS, *TRACKERS, *SERVICES, *INDEXES, *SERIES, *CHECKED):
        run = _rx(r"[^\W\d_]+").search(name)
        if run:
            names.setdefault(run[0].lower(), []).append((name, run.start()))
    return names


def _stands(name: str, start: int, text: str) -> bool:
    end = start + len(name)
    return text.startswith(name, start) and not text[start - 1 : start].isalnum() and not text[end : end + 1].isalpha()


def _entry(name: str, text: str, lower: str, start: int) -> Spot | None:
    end = start + len(name)
    if name in CHECKED:
        return _checked(name, text, start, end)
    for kind, pattern in _forms(name):
        found = _rx(pattern).match(text if name in SERIES else lower, end)
        if found and _is_entry(name, kind, found):
            return kind, text[start : found.end()].rstrip(" .,;:(-/'\"")
    return None


def _forms(name: str) -> Iterator[Spot]:
    """The kinds that a name can make, each with the pattern of its entries."""
    if name in REGISTERS:
        yield "registry", ENTRY
        if REGISTERS[name] > 4:
            yield "registry", FAR_ENTRY
    if name in TRACKERS:
        yield "ticket", FAR_ENTRY
    if name in SERVICES:
        yield "run", RUN
    if name in INDEXES:
        yield "package", VERSION
    if name in SERIES:
        yield "registry", rf"[\s:(]{{1,3}}(?:(?:series|dataset|table|code|indicator|data|set)[\s:(]{{1,3}}){{0,2}}(?P<entry>{SERIES[name]})"


def _is_entry(name: str, kind: str, found: re.Match[str]) -> bool:
    entry = found["entry"]
    digits = "".join([char for char in entry if char.isdigit()])
    if kind in ("package", "registry") and name not in REGISTERS:
        return True
    if kind == "run":
        return len(entry) > 7 or (len(entry) > 1 and bool(_rx(r"run|job|build|id|trace|pipeline|issue|no\b|number|dag|event|#").search(found[0])))
    least = REGISTERS.get(name) or TRACKERS.get(name, 9)
    is_year = len(digits) == 4 and digits[:2] in ("19", "20") and kind == "registry" and name not in MAY_LOOK_LIKE_YEAR
    return len(digits) >= least and not is_year


def _checked(name: str, text: str, start: int, end: int) -> Spot | None:
    """An ISBN or ISSN whose check digit is right."""
    found = _rx(r"(?:-1[03]\b)?[\s:#(no.]{0,6}(\d[\d -]{6,16}[\dXx])").match(text, end)
    if not found:
        return None
    digits = [10 if char in "Xx" else int(char) for char in found[1] if char.isalnum()]
    return ("registry", text[start : found.end()]) if _is_whole(digits[: 8 if "issn" in name else 13]) else None


def _is_whole(digits: list[int]) -> bool:
    if len(digits) == 13:
        return sum(digit * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10 == 0
    return len(digits) in (8, 10) and sum(digit * (len(digits) - place) for place, digit in enumerate(digits)) % 11 == 0


def _series(text: str) -> Spot | None:
    """What can be an entry without a digit: the codes of statistical series."""
    return _numbered(text) if any(name in text.lower() for name in SERIES) else None


# Codes that stand alone


def _code(text: str) -> Spot | None:
    found = _first(text, CODES)
    if found:
        return "registry", found[0]
    for word in text.split():
        word = word.strip(".,;:()[]{}<>\"'`")
        coded = _rx(CODE).fullmatch(word) if len(word) < 80 else None
        if coded and _is_code(coded):
            return "registry", word
    return _lei(text)


def _first(text: str, forms: tuple[Spot, ...]) -> re.Match[str] | None:
    """The first of several forms that is found; each is compiled only when the sign it cannot do without is there."""
    for sign, form in forms:
        if sign in text and (found := _rx(form).search(text)):
            return found
    return None


def _is_code(found: re.Match[str]) -> bool:
    letters, digits = found["letters"], found["digits"]
    dated = _rx(r"(?:19|20)\d\d(?:[-/.]?\d\d){1,2}").fullmatch(digits)
    return _digits(digits) > 4 and not dated and sum(map(str.isupper, letters)) > 1 and letters.upper() not in NO_REGISTERS


def _lei(text: str) -> Spot | None:
    """A legal entity identifier (ISO 17442): twenty characters that leave 1 when divided by 97."""
    for found in _rx(r"\b[A-Z0-9]{18}\d\d\b").finditer(text):
        if int("".join(str(int(char, 36)) for char in found[0])) % 97 == 1:
            return "registry", found[0]
    return None


def _patent(text: str) -> Spot | None:
    for found in _rx(PATENT).finditer(text):
        if found["grouped"] or _digits(found["digits"]) > 5:
            return "registry", found[0].strip()
    return None


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))


# Law


def _law(text: str) -> Spot | None:
    for found in _rx(REPORTER).finditer(text):
        if _is_reporter(found[1].split()):
            return "registry", found[0]
    if found_law := _first(text, LAW):
        return "registry", found_law[0]
    short = _rx(SHORT_REPORTER).fullmatch(text.rstrip(".")) if text[0].isdigit() else None
    if short and (short["court"] or short["state"] in STATES or (short["rest"] or "").endswith(")")):
        return "registry", text
    filed = _rx(FILINGS).search(text) if any(sign in text for sign in ("-", "13", "DEF")) else None
    dated = filed and (_rx(r"\d{4}-\d\d-\d\d").search(text) or _is_named(text.replace(filed["form"], " ")))
    return ("registry", filed[0]) if filed and dated else None


def _is_reporter(words: list[str]) -> bool:
    return any("." in word for word in words) and not any(word in NOT_REPORTERS for word in words)


# Places in a document


def _sheet(text: str) -> Spot | None:
    found = _first(text, SHEETS)
    return ("sheet", found[0]) if found else None


def _page(text: str) -> Spot | None:
    found = _rx(PAGE, re.IGNORECASE).search(text)
    if found:
        return "page", found[0]
    if _has_section(text.split()):
        return ("registry" if _rx(CODE_OF_LAW).search(text) else "page"), text
    lower = text.lower()
    clock = _rx(CLOCK).search(text) if any(word in lower for word in RECORDINGS) else None
    return ("page", text) if clock and _is_named(text) else None


def _has_section(words: list[str]) -> bool:
    """A numbered part ("Table 2", "§ 7", "Annex IV") of a document that the rest of the text names."""
    rest, numbered, skip = [], False, 0
    for place, word in enumerate(words):
        if place < skip:
            continue
        length = _section_length(words, place, word)
        numbered, skip = numbered or length > 0, place + length
        if not length:
            rest.append(word)
    return numbered and _is_named(" ".join(rest))


def _section_length(words: list[str], place: int, word: str) -> int:
    """How many words from `place` on name a numbered part; 0 when none does."""
    if word.lstrip("([,;")[:1] in ("§", "¶"):
        glued = _rx(r"\W{0,4}\w{0,3}[-.]?\d").match(word)
        return 1 if glued else 2
    issue = word in ("No.", "Nr.") and place > 0 and _is_named(words[place - 1])  # "Federalist No. 10"
    if not issue and word.strip("([,;:").lower().rstrip(".") not in SECTIONS:
        return 0
    after = place + 2 if words[place + 1 : place + 2] in (["no."], ["No."], ["no"], ["#"]) else place + 1
    number = words[after] if after < len(words) else ""
    return after + 1 - place if _rx(SECTION_NUMBER).match(number) else 0


def _is_named(text: str) -> bool:
    """Whether a capitalised word is left that can be the name of a document, its author or its code of law."""
    for word in text.replace("/", " ").split():
        word = word.strip(".,;:()[]{}\"'“”‘’§¶-–—")
        if len(word) > 1 and word[0].isupper() and word.replace(".", "").isalpha() and word.lower() not in NAMELESS_TITLES:
            return True
    return False


def _work(text: str) -> Spot | None:
    """A reference to the literature: volume and page of a journal; or author, year and where it appeared."""
    found = _first(text, VOLUMES)
    if found and _is_named(text.replace(found[0], " ")):
        return "page", text
    if _rx(r"\b(?:1[5-9]|20)\d\d[a-z]?\b").search(text) and _rx(VENUE).search(text) and _rx(AUTHOR).search(text):
        return "page", text
    return None


# Tickets and runs


def _ticket(text: str) -> Spot | None:
    for found in _rx(r"(?<![\w/-])([A-Z][A-Z0-9]{1,9})-\d{1,7}(?![\w-]|\.\d)").finditer(text):
        if found[1] not in NOT_TICKETS and not _rx(r"[QHW]\d{1,2}").fullmatch(found[1]):
            return "ticket", found[0]
    return None


def _run(text: str) -> Spot | None:
    """A run before the service that has it: "run 2026-05-03T10-22 (mlflow)"."""
    found = _rx(r"\b(?:run|job|build|trace|pipeline)s?[ #:=]{1,3}(?:id )?[\w.-]{0,60}\d[\w.-]*").search(text)
    lower = text.lower()
    return ("run", found[0]) if found and any(name in lower for name in SERVICES) else None


FINDERS: tuple[Finder, ...] = (_numbered, _code, _law, _sheet, _page, _work, _ticket, _run, _patent)
