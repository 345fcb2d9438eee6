"""Citations that people follow: law, literature, pages and parts of documents, sheets.

`find(text)` gives the kind and the locating part of the first one in a canonical text, or None. A part of a document
("Table 2", "§ 7") locates something only where the document is named beside it; a page or a sheet does alone, since
they are cited within a task that has one document. An author with a year is a name, until it says where it appeared.
"""

from __future__ import annotations

import re

from dankaro_quality import lexicon
from dankaro_quality.patterns import compiled, first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Spot = tuple[str, str]
    Finder = Callable[[str], Spot | None]

YEAR = r"(?:1[5-9]|20)\d\d"
ROMAN = r"(?:l?x{0,3}(?:ix|iv|vi{0,3}|i{1,3})|l?x{1,3})"  # lower case, as front matter is counted

# Law. A reporter citation is volume, abbreviation, page: "347 U.S. 483", "98 Harv. L. Rev. 1743".
_ABBREVIATION = r"(?:[A-Z&][\w'’&.]*|\d(?:d|st|nd|rd|th)\.?)"
REPORTER = (
    rf"(?<![\w.,/:-])\d{{1,4}} ((?:{_ABBREVIATION} ){{0,6}}{_ABBREVIATION})"
    rf"(?:,? at| p\.)? (?:\d{{1,6}}|{ROMAN})\b(?! (?!at|et|and|in|n\.)[a-z])"
)
NOT_REPORTERS = frozenset((
    "Jan.", "Feb.", "Mar.", "Apr.", "Jun.", "Jul.", "Aug.", "Sep.", "Sept.", "Oct.", "Nov.", "Dec.", "No.", "Vol.",
    "Fig.", "St.", "Ave.", "Rd.", "Blvd.", "Mr.", "Mrs.", "Dr.", "Sec.", "Ch.", "Art.", "Inc.", "Ltd.", "Co.", "Corp.",
    "Approx.", "Ph.D.", "a.m.", "p.m.", "Abs.", "Nr.", "Ziff.", "Rn.", "Kap.", "Bd.", "Anh.",
))  # fmt: skip
# Without a stop ("118 Or 42", "2008 SCC 9") only where nothing else stands in the source.
SHORT_REPORTER = (
    rf"(?:{YEAR} (?P<court>[A-Z]{{2,6}})(?: App)?(?: ?\(\w{{1,4}}\))?"
    r"|\d{1,4} (?P<state>[A-Z][A-Za-z]{1,9}|[A-Z]{1,2}\dd)(?: App| Supp)?) \d{1,7}(?P<rest>,? ?[(\[¶].{0,60})?"
)
STATES = frozenset((
    "Ala", "Alaska", "Ariz", "Ark", "Cal", "Colo", "Conn", "Del", "Fla", "Ga", "Haw", "Idaho", "Ill", "Ind", "Iowa",
    "Kan", "Ky", "La", "Mass", "Md", "Me", "Mich", "Minn", "Miss", "Mo", "Mont", "NC", "ND", "Neb", "Nev", "NH", "NJ",
    "NM", "NY", "Ohio", "Okla", "Or", "Pa", "RI", "SC", "SD", "Tenn", "Tex", "US", "Utah", "Va", "Vt", "Wash", "Wis",
    "Wn", "WVa", "Wyo", "SCt", "LEd", "SE", "SW", "So", "NE", "NW", "AC", "QB", "KB", "WLR", "CLR", "DLR", "SCR", "WL",
    "F2d", "F3d", "A2d", "A3d", "P2d", "P3d", "Wn2d",
))  # fmt: skip
_REGISTER_SIGN = (
    r"(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|GB|MB|TB|GHz|USD|EUR|Up|No|St|Dr)(?:[A-Z]{1,5}"
    r"|[A-Z][a-z]{1,2}[A-Z]{1,2}|[A-Z][a-z])"
)
_INSTRUMENT = (
    r"(?:Act|Law|Ley(?: Org[áa]nica)?|Legge|Lei|Loi|Lov|Zakon|Ustawa|[Dd]ecreto(?:[ -][Ll](?:ei|ey|egge|egislativo))?"
    r"|D\. ?[Ll]gs|(?:D\. ?)?L|D\.P\.R|D[ée]cret|Ordonnance|Arrêté|R(?:eal )?D(?:ecreto)?|Regulation"
    r"|Directive|Decision|Decree"
    r"|R[eè]glement|Reglamento|Regolamento|Directiva|Direttiva|Richtlinie|Verordnung|Verordening|Закон|Portaria"
    r"|Resoluci[óo]n|ST[SC]|SAP|Sentencia|(?:Corte|Cass|Trib|App)\. ?[a-z]{1,8}\.)"
)
# A number sign with a number that is too long, or too much divided, for a count; beside a name.
NUMBERED = (
    r"\b[Nn](?:°|o\.?|r\.?|\.) ?(?P<entry>\d{1,5}[/-]\d{1,5}(?:\.\d{2,4})?|\d{5,9}"
    r"|\d{1,2}\.\d{3}/\d{2,4}|[A-ZА-Я]-?\d{2,5}/\d{2,4}|[A-ZА-Я]\d{1,3}-\d{1,6}/\d{4}"
    r"|\d\d[A-Z]{2}\d{4,6}|\d{1,4}-[А-Я]{1,4}\d{0,2}-\d{1,6})\b(?![/.]\d)"
)
_GAZETTE = (
    r"\b(?:BGBl|RGBl|GVBl|LGBl|Stb|Stcrt|Dz\. ?U|SFS|JORF|BOE|DOU)\b\.?(?:,? ?(?:I{1,3}|N[ro]\.?|n°|S\."
    r"|poz\.|Teil)){0,3}"
    r" ?\d[\d:/., ]*(?:(?:N[ro]\.?|S\.|poz\.|p\.) ?\d+)?"
)
_DAY = rf"\b[Nn](?:°|o\.?|r\.?|\.) ?\d{{1,5}} (?:af|av|of|vom|van|du|del|della|de|z dnia) \d{{1,2}}[./ ].{{0,14}}{YEAR}"
_VOLUME_OF_CODE = r"\b\d{1,3} (?:FR|CFR|USCA?|ILCS|Stat) §* ?\d[\d./]*"
_STATE_CODE = (
    r"\b(?:ORS|RCW|WAC|NRS|KRS|MCL|HRS|ARS|SDCL|RSMo|A\.R\.S|K\.S\.A|N\.J\.S\.A|M\.G\.L"
    r"|G\.L)\b\.?,? (?:c\. ?|§+ ?)?\d+[.:-]\d[\d.:-]*"
)
_RULES = r"\b(?:FRE|FRCP|FRAP|FRCrP)(?: Rule)? \d+"
_ARTICLE = (
    r"\b(?:[Aa]rt(?:icle|icolo|ículo|igo|ikel|\.)?|ст\.?|čl\.) ?(?:[LRD]\.? ?)?\d[\d.-]*(?: ?(?:§|ust\."
    r"|ch\.|al\.|co\.|ч\.|abs\.) ?\d+){0,2},? "
    r"(?:du |de la |del |della |do |of the )?(?:[Cc]\. ?[a-z]{1,8}\.|[Cc]ode \w+|[Cc]od(?:ice|igo)\b"
    r"|[Cc]ódigo\b|[Uu]stawy\b|k\.[a-z]{1,3}\.|[А-Я]{2,4}\b)"
)
_YEARBOOK = (
    rf"\b(?!FY|CY|EU|US|GDP)[A-Z]{{2,4}} {YEAR}(?::| s\. | nr ?)\d{{1,5}}\b|\b[A-Z][a-z]\. {YEAR} s\. \d{{1,5}}\b"
)
_NUMBERED_ACT = (
    rf"\b{_INSTRUMENT}\W{{1,3}}(?:(?:\([A-Za-z]{{2,4}}\)|[Nn](?:o|r|°|um"
    rf"|º)?\.?) ?){{0,2}}[\d.]{{1,7}}[/-](?:\d{{2,3}}|{YEAR})\b"
)
LAW = (
    ("[", rf"\[{YEAR}\] (?:\d+ )?[A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*){{0,2}}(?: No)? \d+"),  # [2019] EWCA Civ 13
    ("-", rf"\b{YEAR}-[A-Z][A-Za-z]{{1,8}}-\d{{1,6}}\b"),  # 2015-Ohio-3112
    ("-", r"\b(?:\d:)?\d\d-(?:cv|cr|mc|md|bk|ap|civ|crim|mj|CV|CR|Civ)-\d{2,6}\b"),  # dockets
    ("No", r"\bNos?\. ?\d\d-\d{2,5}\b"),
    (")", r"\d \([^()]{0,40}(?:Cir|App|Ct|Dist|Super|Bankr|[SNEWMC]\.D)\.[^()]{0,30}\d\d\)"),  # a court and its year
    ("(", r"\((?:CCH|BNA|P-H|RIA|MB)\) ?(?:¶|P) ?[\d,.]+"),  # loose-leaf services
    ("(E", r"\((?:EU|EC|EEC|Euratom)\) ?(?:No\.? ?)?\d+/\d+"),  # Regulation (EU) 2016/679
    ("/", r"\b\d{2,4}/\d+/(?:EC|EU|EEC|JHA|CFSP|EWG|EG)\b|\b[CTFE]-\d{1,4}/\d\d\b|\bSI \d{4}/\d+\b"),
    (" c", r"\b\d{4} c\. \d+\b|\bR?S[A-Z]{1,2} \d{4},? c\.? ?[A-Z]?[-.\d]+"),
    ("SOR/", r"\bSOR/\d{2,4}-\d+\b"),
    # file numbers of courts: a chamber, a register and number/year; "1 BvR 16/13", "VII ZR 336/13", "4A_123/2019"
    (
        "/",
        (
            rf"(?<![\w/.])(?:\d{{1,3}}|[IVX]{{1,5}})[a-z]? {_REGISTER_SIGN}"
            rf"(?: ?\([A-Za-z]{{1,6}}\))? \d{{1,5}}/\d\d(?:\d\d)?[a-z]?\b"
        ),
    ),
    ("G", r"\bB?VerwG\W{1,2}\d{1,2} [A-Z]{1,2} \d{1,4}\.\d\d\b"),
    ("/", r"\b(?:VfGH|VwGH|BVwG|SK|SN|NSA|WSA|OVG|VGH?|Trybunał \w+),? [A-Z]{1,3} \d{1,5}/\d{2,4}\b"),
    (") ", rf"\((?:[A-Z][a-z]{{0,4}}\.?)\) (?:No\.? ?)?\d{{1,6}}/{YEAR}\b|\b{YEAR} \(\d\) [A-Z]{{2,5}} \d{{1,5}}\b"),
    *[(sign, _YEARBOOK) for sign in (":", " s. ", " nr ")],
    ("d ", r"\b\d{1,4} (?:F|P|A|NE|NW|SE|SW|So|NYS|L Ed) ?[23]d \d{1,5}\b"),
    (" US ", r"(?:v\.?|,) .{0,60}\b\d{1,3} US \d{1,4}\b"),
    ("_", r"\b\d[A-Z]_\d{1,4}/\d{4}\b"),
    ("-c", r"\b\d\d-\d{2,5}-(?:cv|cr|bk|ag)\b"),
    (" of ", rf"\b(?:[A-Z]{{2,6}}|Nos?\.?) ?\d{{1,6}} of {YEAR}\b"),
    (") ", rf"\({YEAR}\) \d{{1,4}} [A-Z][A-Za-z.]{{1,8}}(?: \([A-Z]\w*\))? \d{{1,5}}\b"),
    ("OnLine", rf"\b{YEAR} [A-Z]{{2,5}} OnLine \w+ \d+\b"),
    ("/", rf"\b[A-Z]{{2,8}} {YEAR}/\d{{3,5}}\b"),
    (".", r"\b(?:A?REsp|ADI|ADPF|RE) (?:n?o?\.? ?)\d{1,3}(?:\.\d{3})+(?:/[A-Z]{2})?"),
    # statutes by number and year, or by number and day; gazettes; bills
    *[(sign, _NUMBERED_ACT) for sign in ("/", "-")],
    *[
        (sign, _DAY)
        for sign in (" af ", " av ", " vom ", " van ", " du ", " del ", " della ", " of ", " de ", " z dnia ")
    ],
    (" de ", rf"\b{_INSTRUMENT}\W{{1,2}}(?:[Nn](?:o|um)?\.? ?)?(?:[A-Z]{{1,2}}-?)?[\d.]{{1,7}} de {YEAR}\b"),
    (".", r"\b(?:Ley|Lei|Decreto) (?:[Nn][o.]{0,2} ?)?\d{1,2}\.\d{3}\b"),
    ("ФЗ", r"\d{1,4}-Ф?К?ФЗ|\bФ?К?ФЗ-\d{1,4}"),
    *[
        (sign, _GAZETTE)
        for sign in ("BGBl", "RGBl", "GVBl", "LGBl", "Stb", "Stcrt", "Dz.", "SFS", "JORF", "BOE", "DOU")
    ],
    ("(", r"\b(?:COM|SWD|JOIN|SEC)(?: ?\([12]\d{3}\)) ?\d+"),
    ("Dr", r"\b(?:Drucksache|(?:B[TR]-)?Drs?\.) ?\d+/\d+"),
    ("C", r"\b(?:Cm|Cmnd|Cmd)\.? \d{2,4}\b"),
    ("S. ", r"(?:^|, )S\. \d{1,5}(?=, \d{2,3}(?:th|st|d|nd|rd) Cong)"),
    ("Rev", r"\bRev\. ?(?:Rul|Proc)\. ?\d{2,4}-\d+"),
    # codes by their initials, or by the words for "code" in other languages
    *[(sign, _VOLUME_OF_CODE) for sign in (" FR ", " CFR ", " USC", " ILCS ", " Stat ")],
    *[
        (sign, _STATE_CODE)
        for sign in ("ORS", "RCW", "WAC", "NRS", "KRS", "MCL", "HRS", "ARS", "SDCL", "RSMo", ".S.A", ".R.S", "G.L")
    ],
    ("Fed. R", r"\bFed\. R\. (?:[A-Z][a-z]*\. ){1,3}\d+"),
    *[(sign, _RULES) for sign in ("FRE", "FRC", "FRAP")],
    *[(sign, _ARTICLE) for sign in ("rt", "ст", "čl")],
    # Chinese and Japanese: an act or a court, then "number ..." or "article ..."
    ("第", r"[^\W_]{2,20}(?:\([^\W\d_]{1,4}\))?[\])》]{0,2} ?第 ?[\d一二三四五六七八九十百千]+ ?(?:号|號|条|條)"),
    ("号", r"\(\d{4}\)[^\W\d_]{1,8}\d*[^\W\d_]{1,6}\d+号"),
)
FILING = (
    r"\b(?P<form>10-[KQ]|8-K|20-F|40-F|6-K|S-[134]|F-1|13[FDG]|DEF ?14A|N-CSR)(?:/A)?\b"
    r".{0,60}?(?:(?:19|20)\d\d|FY ?(?:(?:19|20)\d\d|\d\d))"
)

# Pages and parts.
PAGE = (
    r"(?:\b(?:pp?\. ?|pages? |pg\.? ?|slides? #?|fol(?:io|\.)? |seiten? |blz\.? ?|págs?\. ?|páginas? "
    r"|стр\. ?)|(?-i:(?:^|[,;(] ?)[Sс]\. ?|[,;(] ?s\. ?))[1-9]\d{0,4}(?: ?[-–,] ?\d{1,5}){0,20}(?![\d.]*[/%]| ?Mi[lo])"
    r"|第 ?\d{1,5} ?[頁页]"
    rf"|\({YEAR}[a-z]?: ?[1-9]\d{{0,3}}(?: ?[-–] ?\d{{1,4}})?\)|\bat [A-Z]\d{{1,2}}\b(?=.{{0,40}}$)"
    r"|\b(?:dkt|depo?\. ?tr)\.? ?(?:no\. ?)?\d{1,5}(?::\d+)?"
    rf"|\b(?:pp?\.|pages?) (?-i:{ROMAN})\b(?: ?[-–] ?(?-i:{ROMAN})\b)?"
)
PARTS = frozenset((
    "section", "sections", "sec", "sect", "chapter", "chapters", "chap", "ch", "article", "articles", "art", "arts",
    "clause", "paragraph", "para", "paras", "table", "tables", "tbl", "figure", "figures", "fig", "figs", "appendix",
    "annex", "exhibit", "schedule", "note", "notes", "item", "line", "lines", "verse", "volume", "vol", "recital",
    "rule", "lemma", "theorem", "equation", "eq", "row", "rows", "part", "footnote", "fn", "box", "episode", "ep",
    "lecture", "principle", "req", "criterion", "sc", "requirement", "control", "module", "unit", "issue", "act",
    "canto", "stanza", "anhang", "anlage", "tabelle", "abbildung", "abb", "kapitel", "kap", "abschnitt", "artikel",
    "ziffer", "ziff", "rn", "rdnr", "tableau", "chapitre", "annexe", "tabla", "cuadro", "capítulo", "capitolo",
    "sección",
    "figura", "quadro", "tabela", "tabella", "tabel", "hoofdstuk", "bijlage", "rozdział", "bilaga", "глава",
    "таблица", "рис",
))  # fmt: skip
PART_NUMBER = (
    r"#?(?:[A-Za-z]{1,2}[-.]?)?\d[\w.:()\[\]–-]*|[IVXLC]{1,7}(?![A-Za-z])|[A-Z](?![A-Za-z])|[ivx]{1,5}(?![A-Za-z])"
)
PART_OF_LAW = r"§|\b(?:[Aa]rt(?:icle)?s?|[Ss]ec(?:tion)?s?|Annex|Schedule|Recital|[Cc]lause)\b"
CODE_OF_LAW = (
    r"\b(?:Act|Code|Laws?|Const|Constitution|Stat|Ann|Directive|Regulation|[A-Z]\.[A-Z]\.[A-Z]?"
    r"|[A-Z]{3,}|[A-Z][A-Za-z]{1,4}G)\b"
)
CLOCK = (
    r"\b(?:\d{1,2}:)?\d{1,2}:\d\d(?: ?[-–] ?(?:\d{1,2}:)?\d{1,2}:\d\d)?\b(?! ?[ap]\.?m)|\b"
    r"(?:\d{1,2}h ?)?\d{1,3}m(?:in)? ?\d{1,2}s\b|\bt=\d+s?\b"
)
RECORDINGS = (
    "video", "podcast", "recording", "episode", "lecture", "youtube", "webinar", "broadcast", "film", "documentary",
    "hearing", "audio", "keynote", "ted talk", "radio", "deposition", "transcript", "testimony",
)  # fmt: skip
SHEETS = (
    ("!", r"(?:'[^']{1,60}'|\"[^\"]{1,60}\"|\b[\w.-]{1,60})!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?"),
    ("heet", r"\b(?:[Ww]orks|[Ss])heet #?(?:no\.? )?[A-Z]?[-.]?\d+\b"),
    (":", r"\b[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}\b"),
    ("ell", r"\b[Cc]ells? \$?[A-Z]{1,3}\$?\d{1,7}\b"),
    ("ab ", r"\b[Tt]ab #?\d+\b"),
)

# Literature: volume, issue and page as the journals write them; else author, year and venue or place.
VOLUMES = (
    (")", r"\b\d{1,4} ?\(\d[\w./-]{0,8}\) ?[:,] ?(?:pp?\.? ?)?[a-zA-Z]?\d+"),  # 66(1), 549
    (";", rf"\b{YEAR} ?; ?\d+ ?(?:\([\w -]{{1,10}}\))? ?: ?[a-zA-Z]?\d+"),  # 2020;382(8):727
    ("ol", r"\b[Vv]ol(?:ume|\.)? ?\d+[,.;:]? ?\(?(?:[Nn]o|[Ii]ssue|[Nn]r|pp?|[Nn]umber|[Aa]rt)\b\.? ?\w+"),
    (",", r"[A-Za-z.)],? \d{1,4}, (?:pp?\. ?)?(?:[A-Z]?\d{1,6} ?[-–] ?\d+|[A-Z]\d{2,6}\b)"),  # Nature, 171, 737-738
    (":", r"[A-Za-z.)] \d{1,4}: ?[A-Za-z]?\d{1,6} ?[-–] ?\d{1,6}(?![:\d])"),  # Bioinformatics 25:1754-1760
    (")", rf"[A-Za-z.] \d{{1,4}} ?\({YEAR}\)[,:]? ?[A-Z]?\d{{1,6}}\b"),  # PNAS 115 (2018) E1234
    (":", rf"^(?:[A-Z][\w.&]* ){{1,6}}(?!{YEAR}:)\d{{2,4}}: ?[A-Za-z]?\d{{3,6}}$"),  # NEJM 383:2603
    (", ", rf"(?:\b[A-Z][a-z]*\.? ){{2,7}}\d{{1,4}}, (?!{YEAR}\b)\d{{3,6}}\.?$"),  # Phys Rev Lett 77, 3865
    (
        ", ",  # NJW 2019, 12
        (
            rf"^(?:[A-Z][A-Za-z]{{1,6}},? )?(?!USD|EUR|GBP|CHF|FY|CY|GPT)[A-Z][A-Za-z]?[A-Z]{{1,4}}"
            rf"(?:-[A-Z]{{2}})? (?:{YEAR}|\d{{3}}), (?:S\. ?)?(?!{YEAR})\d{{1,5}}(?: ?\(\d+\))?\.?$"
        ),
    ),
    (
        ")",
        r"\b(?:Journal|Review|Letters|Quarterly|Annals|Bulletin|Zeitschrift|Revue|J\.)\b.{0,60} \d{1,4} ?\(\d{1,3}\)",
    ),
    (")", rf"[A-Za-z.] \d{{1,4}}[,:] ?[a-zA-Z]?\d{{1,7}}(?: ?[-–] ?\d+)? ?\({YEAR}\)"),  # Lett. 116, 061102 (2016)
    ("(", rf"\({YEAR}\)[,.:]? (?:[A-Z][\w.&-]*,? ){{0,6}}\d{{1,4}} ?[,:] ?[a-zA-Z]?\d{{1,6}}"),
)
_CAPITAL = "[A-ZÀ-ÖØ-ÞĀČĆĎĘĚŁŃŇŐŒŘŚŠŞŤŮŰŹŻŽΑ-ΩЀ-Я]"
AUTHOR = (
    rf"\b{_CAPITAL}[\w'’-]+,? (?:{_CAPITAL}\.[ -]?){{1,3}}|\b(?:{_CAPITAL}\.[ -]?){{1,3}}{_CAPITAL}[\w'’-]+|\bet al\b"
    rf"|\b[A-Z][\w'’-]+ (?:&|and) [A-Z][\w'’-]+,? \(?{YEAR}"
)
VENUE = (
    r"\b(?:Press|Proc(?:eedings|\.)|Journal|J\.|Trans(?:actions|\.)|Conf(?:erence|\.)|University|Univ\.|Verlag"
    r"|Publish(?:ing|ers?)|Books|[Tt]hesis|[Dd]issertation|In:|Annals|Letters|Lett\.|Rev(?:iew|\.)|Springer|Wiley"
    r"|Elsevier|Routledge|Nature|Science|Lancet|Workshop|Symposium|Editions?)\b"
    r"|\b(?!CEO|CTO|CFO|COO|USA|LLC|LLP|INC)(?:[A-Z][a-z]*[A-Z]{2}\w*|[A-Z]{3,})\b"  # NeurIPS, PNAS
    # London: Penguin; London, 1959
    rf"|\b{_CAPITAL}(?:[a-zß-ž]+|[A-Z]|\.): {_CAPITAL}[\w.]+|, [A-Z][a-z]+(?: [A-Z][a-z]+)?, \(?{YEAR}"
)


def find(text: str) -> Spot | None:
    """The kind and the text of the first citation or place in a document in `text` (canonical form), or None."""
    if not compiled(r"\d|[ivxlcIVXLC]\b|第").search(text):
        return None
    for finder in FINDERS:
        found = finder(text)
        if found:
            return found
    return None


# Law


def _law(text: str) -> Spot | None:
    for found in compiled(REPORTER).finditer(text):
        if _is_reporter(found[1].split()):
            return "registry", found[0]
    if listed := first(text, LAW):
        return "registry", listed[0]
    return _short_reporter(text) or _filing(text) or _numbered(text)


def _numbered(text: str) -> Spot | None:
    """A file number behind a number sign, beside the name of who gave it: "Conseil d'État, n° 393099"."""
    found = compiled(NUMBERED).search(text) if "n" in text or "N" in text else None
    day = found and compiled(r"\d{1,2}([-/.])\d{1,2}(?:\1\d{2,4})?").fullmatch(found["entry"])
    return ("registry", found[0]) if found and not day and _is_named(text.replace(found[0], " ")) else None


def _is_reporter(words: list[str]) -> bool:
    """An abbreviated title: a word with a stop that is no lone initial, or two initials ("U. S.")."""
    dotted = [word for word in words if "." in word]
    abbreviated = len(dotted) > 1 or any(len(word) > 2 for word in dotted)
    return abbreviated and not any(word in NOT_REPORTERS for word in words)


def _short_reporter(text: str) -> Spot | None:
    short = compiled(SHORT_REPORTER).fullmatch(text.rstrip(".")) if text[0].isdigit() else None
    if short and (short["court"] or short["state"] in STATES or (short["rest"] or "").endswith(")")):
        return "registry", text
    return None


def _filing(text: str) -> Spot | None:
    """A form of the securities regulator, by its day or by its filer and year."""
    filed = compiled(FILING).search(text) if any(sign in text for sign in ("-", "13", "DEF")) else None
    if filed and (compiled(r"\d{4}-\d\d-\d\d").search(text) or _is_named(text.replace(filed["form"], " "))):
        return "registry", filed[0]
    return None


# Places in a document


def _sheet(text: str) -> Spot | None:
    found = first(text, SHEETS)
    return ("sheet", found[0]) if found else None


def _page(text: str) -> Spot | None:
    found = compiled(PAGE, re.IGNORECASE).search(text)
    if found:
        return "page", _with_work(text, found)
    if _has_part(text.split()):
        of_law = compiled(PART_OF_LAW).search(text) and compiled(CODE_OF_LAW).search(text)
        return ("registry" if of_law else "page"), text
    lower = text.lower()
    clock = compiled(CLOCK).search(text) if any(word in lower for word in RECORDINGS) else None
    return ("page", text) if clock and _is_named(text) else None


def _with_work(text: str, page: re.Match[str]) -> str:
    """The page with the work before it, where one is named: "Smith 2020, p. 14"."""
    return text[: page.end()] if _is_named(text[: page.start()]) else page[0]


def _has_part(words: list[str]) -> bool:
    """A numbered part ("Table 2", "§ 7", "Annex IV") of a document that the rest of the text names."""
    rest, found, skip = [], False, 0
    for place, word in enumerate(words):
        if place < skip:
            continue
        length = _part_length(words, place, word)
        found, skip = found or length > 0, place + length
        if not length:
            rest.append(word)
    named = " ".join(rest)
    # "Figure 3, Google" names who drew it; a figure or a row needs the name of a document, or its year.
    sure = compiled(r"\d").search(named) or compiled(r"(?:\d\D?){4}|\d\.\d{1,2}\.\d").search(" ".join(words))
    least = 2 if found and _is_drawn(words) and not sure else 1
    return found and _is_named(named, least)


def _is_drawn(words: list[str]) -> bool:
    return any(word.strip("([,;:.").lower() in DRAWN for word in words)


DRAWN = frozenset(("figure", "figures", "fig", "figs", "table", "tables", "tbl", "row", "rows"))


def _part_length(words: list[str], place: int, word: str) -> int:
    """How many words from `place` on name a numbered part; 0 when none does."""
    if word.lstrip("([,;")[:1] in ("§", "¶"):
        return 1 if compiled(r"\W{0,4}\w{0,3}[-.]?\d").match(word) else 2
    in_series = word in ("No.", "Nr.") and place > 0 and _is_named(words[place - 1])  # "Federalist No. 10"
    if not in_series and word.strip("([,;:").lower().rstrip(".") not in PARTS:
        return 0
    after = place + 2 if words[place + 1 : place + 2] in (["no."], ["No."], ["no"], ["#"]) else place + 1
    number = words[after] if after < len(words) else ""
    return after + 1 - place if compiled(PART_NUMBER).match(number) else 0


def _is_named(text: str, least: int = 1) -> bool:
    """Whether a capitalised word is left that can be the name of a document, its author or its code of law."""
    for word in text.replace("/", " ").split():
        word = word.strip(".,;:()[]{}\"'“”‘’§¶-–—")
        letter = word[:1]
        capital = (
            len(word) > 1 and letter == letter.upper() and word.replace(".", "").isalpha()
        )  # or of a script without
        if capital and word.lower() not in lexicon.NAMELESS_TITLES and word.lower() not in MONTHS:
            least -= 1
    return least < 1


MONTHS = frozenset((
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "january", "february", "march",
    "april", "may", "june", "july", "august", "september", "october", "november", "december",
))  # fmt: skip


# Literature


def _work(text: str) -> Spot | None:
    """A reference to the literature: volume and page of a journal; or author, year and where it appeared."""
    found = first(text, VOLUMES)
    if found and (_is_named(text.replace(found[0], " ")) or _is_named(found[0])):
        return "page", text
    if not compiled(rf"\b{YEAR}[a-z]?\b").search(text) or any(word in text.lower() for word in lexicon.SPOKEN):
        return None
    return ("page", text) if compiled(VENUE).search(text) and compiled(AUTHOR).search(text) else None


FINDERS: tuple[Finder, ...] = (_law, _sheet, _page, _work)
