"""What sheets say, in English and in German; the English text is the key."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import UsageError

Tell = Callable[..., str]
"""Gives a text in a sheet's language, its `{values}` filled in."""

SHEET_LANGUAGES = ("en", "de")


def in_english(text: str, /, **values: object) -> str:
    """A text as it stands."""
    return text.format(**values)


def in_german(text: str, /, **values: object) -> str:
    """A text in German.

    Example:
        >>> in_german("sheet {sheet} of {sheets}", sheet=1, sheets=13)
        'Blatt 1 von 13'
    """
    return _GERMAN[text].format(**values)


def tell_in(language: str) -> Tell:
    """How sheets speak in a language.

    Raises:
        UsageError: They do not speak it.
    """
    if language not in SHEET_LANGUAGES:
        raise UsageError(f"sheets are written in {', '.join(SHEET_LANGUAGES)}, not {language!r}")
    return in_german if language == "de" else in_english


_GERMAN = {
    # around the pieces
    "Springfield cards, deck {deck}": "Springfield-Karten, Stapel {deck}",
    "key cards": "Schlüsselkarten",
    "cover cards": "Abdeckkarten",
    "sheet {sheet} of {sheets}": "Blatt {sheet} von {sheets}",
    "front": "Vorderseite",
    "back": "Rückseite",
    "to fold": "zum Falten",
    "print on one side at 100 %, fold at the dashes, glue, then cut": (
        "einseitig in 100 % drucken, an den Strichen falten, kleben, dann schneiden"
    ),
    "print on both sides, flip on the long edge, at 100 % (true size)": (
        "beidseitig in 100 % drucken (Originalgröße), über die lange Kante wenden"
    ),
    "print on both sides, flip on the short edge, at 100 % (true size)": (
        "beidseitig in 100 % drucken (Originalgröße), über die kurze Kante wenden"
    ),
    "for printer {name}": "für Drucker {name}",
    "print at 100 % (true size)": "in 100 % drucken (Originalgröße)",
    "a bank card's long side": "lange Seite einer Bankkarte",
    "A bank card fits this outline exactly:": "Eine Bankkarte passt genau in diesen Umriss:",
    "then the sheet was printed at true size.": "Dann stimmt die Größe des Drucks.",
    # key cards
    "{team} starts": "{team} beginnt",
    "starts: {name}": "es beginnt: {name}",
    "orange": "Orange",
    "yellow": "Gelb",
    "red": "Rot",
    "blue": "Blau",
    # the stand
    "key card stand": "Aufsteller für die Schlüsselkarte",
    "Key card stand": "Aufsteller",
    "lip": "Lippe",
    "ledge": "Leiste",
    "the key card leans here": "hier lehnt die Schlüsselkarte",
    "rear": "Rücken",
    "floor": "Boden",
    "glue under the ledge": "unter die Leiste kleben",
    "towards you": "zu dir",
    "away": "von dir weg",
    "from the side": "von der Seite",
    "Print on card of 160 g or more, or glue the sheet to a cereal box.": (
        "Auf Karton ab 160 g drucken oder das Blatt auf eine Müslischachtel kleben."
    ),
    "1. Cut along the outline.": "1. Am Umriss ausschneiden.",
    "2. Score the dashed lines with an empty pen and a ruler. Fold the upper two towards you, the "
    "lower two away from you.": (
        "2. Die gestrichelten Linien mit leerem Kugelschreiber und Lineal ritzen. Die oberen zwei "
        "zu dir falten, die unteren zwei von dir weg."
    ),
    "3. Bring the tab under the ledge and glue it there: rest, rear and floor are a triangle now, "
    "the lip stands up in front.": (
        "3. Die Lasche unter die Leiste führen und dort ankleben: Lehne, Rücken und Boden "
        "sind nun ein Dreieck, die Lippe steht vorn hoch."
    ),
    "4. Lean the key card on the rest, its foot behind the lip. Only the cluemasters' side shows "
    "it.": (
        "4. Die Schlüsselkarte anlehnen, den Fuß hinter die Lippe. Nur die Seite der "
        "Tippgeber zeigt sie."
    ),
    # corner marks and the lens target
    "corner marks": "Eckmarken",
    "Corner marks": "Eckmarken",
    "Cut along the thin lines. Lay one mark at each corner of the 25 cards, all upright for the "
    "guessers, about a card's width away: far means the cluemasters' side. They help the camera "
    "on patterned tables, and tell it when a picture is mirrored.": (
        "An den dünnen Linien ausschneiden. An jede Ecke der 25 Karten eine Marke legen, etwa "
        "eine Kartenbreite entfernt und aufrecht für die Ratenden: hinten ist die Seite der "
        "Tippgeber. Sie helfen der Kamera auf gemusterten Tischen und sagen ihr, wenn ein Bild "
        "gespiegelt ist."
    ),
    "far left": "links hinten",
    "far right": "rechts hinten",
    "near left": "links vorn",
    "near right": "rechts vorn",
    "lens target": "Objektivmuster",
    "{cols} x {rows} squares of {side} mm: measure one row, it is {width} mm long. Glue the sheet "
    "to something flat, such as glass.": (
        "{cols} x {rows} Felder zu {side} mm: Eine Reihe misst {width} mm, bitte nachmessen. Das "
        "Blatt auf etwas Ebenes kleben, etwa Glas."
    ),
    # the chart against the rival
    "chart of the game against the rival": "Tafel für das Spiel gegen den Gegner",
    "Against the rival": "Gemeinsam gegen den Gegner",
    "Rival cards that are still open when your team has found all of its own:": (
        "Gegnerische Karten, die beim Sieg noch offen liegen:"
    ),
    "Date and score:": "Datum und Ergebnis:",
    "Ultra Phenomenal": "Ultraphänomenal",
    "Really Awesome": "Wirklich großartig",
    "An Amazing Feat": "Eine erstaunliche Leistung",
    "Pretty Incredible": "Ziemlich unglaublich",
    "Excellent Effort": "Ausgezeichnet",
    "Great Teamwork": "Starkes Zusammenspiel",
    "Getting the Picture": "Langsam wird\u2019s",
    "Better Than Losing": "Besser als verloren",
    # what is in the box
    "what is in the box": "Was in die Schachtel gehört",
    "What is in the box": "Was in die Schachtel gehört",
    "Deck {deck}, {count} cards, fingerprint {fingerprint}": (
        "Stapel {deck}, {count} Karten, Fingerabdruck {fingerprint}"
    ),
    "pieces": "Stück",
    "sheets {paper}": "Blätter {paper}",
    "Springfield cards, both sides": "Springfield-Karten, beide Seiten",
    "Key cards, both sides": "Schlüsselkarten, beide Seiten",
    "Cover cards, both sides": "Abdeckkarten, beide Seiten",
    "The rules on one page": "Die Regeln auf einer Seite",
    "Chart for two players": "Tafel für das Spiel zu zweit",
    "Corner marks, where the camera needs help": "Eckmarken, wo die Kamera Hilfe braucht",
    "This sheet": "Dieses Blatt",
    "All together": "Zusammen",
    "Paper: matt card of 160 to 250 g. Glossy paper shines into the camera.": (
        "Papier: matter Karton von 160 bis 250 g. Glänzendes blendet die Kamera."
    ),
    "Print at 100 %, never \u201cfit to page\u201d. Lay a bank card on the outline or a ruler on "
    "the bar of 100\u00a0mm: if they fit, the size is true. If front and back do not meet, print "
    "the alignment sheet once.": (
        "In 100 % drucken, nie \u201ean Seite anpassen\u201c. Leg eine Bankkarte auf den Umriss "
        "oder ein Lineal an den Balken von 100\u00a0mm: Passt es, stimmt die Größe. "
        "Treffen sich Vorder- und Rückseite nicht, druck einmal das Ausrichtblatt."
    ),
    "Cut the long lines first; the fine ticks between the pieces show the cuts that are left.": (
        "Zuerst die langen Linien schneiden; die feinen Striche zwischen den Stücken zeigen "
        "die übrigen Schnitte."
    ),
    "Pictures: Fluent Emoji by Microsoft, MIT licence": (
        "Bilder: Fluent Emoji von Microsoft, MIT-Lizenz"
    ),
    "{pictures}. Letters: IBM Plex Sans, SIL Open Font License 1.1.": (
        "{pictures}. Schrift: IBM Plex Sans, SIL Open Font License 1.1."
    ),
    # the alignment sheet
    "alignment sheet, front": "Ausrichtblatt, Vorderseite",
    "alignment sheet, back": "Ausrichtblatt, Rückseite",
    "print both sides, flip on the long edge, at 100 %": (
        "beidseitig in 100 % drucken, über die lange Kante wenden"
    ),
    "print both sides, flip on the short edge, at 100 %": (
        "beidseitig in 100 % drucken, über die kurze Kante wenden"
    ),
    "How true is this printer?": "Wie genau ist dieser Drucker?",
    "1. Print both sides, flip on the long edge, at 100 %.": (
        "1. Beidseitig in 100 % drucken, über die lange Kante wenden."
    ),
    "1. Print both sides, flip on the short edge, at 100 %.": (
        "1. Beidseitig in 100 % drucken, über die kurze Kante wenden."
    ),
    "2. Look at the back, held against a lamp. At A and at B find, on each of the two scales, the "
    "tick of the back that meets its partner of the front: the one that is as many ticks away "
    "from the longest. Note its number: A across, A down, B across, B down.": (
        "2. Die Rückseite gegen eine Lampe halten. Bei A und bei B auf beiden Skalen den "
        "Strich der Rückseite suchen, der seinen Partner der Vorderseite trifft: den, der "
        "gleich viele Striche vom längsten entfernt ist. Seine Zahl notieren: A quer, A "
        "längs, B quer, B längs."
    ),
    "3. Measure the two bars on this side with a ruler, to half a millimetre.": (
        "3. Die zwei Balken auf dieser Seite mit dem Lineal messen, auf einen halben Millimeter."
    ),
    "4. companion calibrate print-scale keeps the numbers under a name of your choice; --printer "
    "NAME then undoes the faults on every sheet.": (
        "4. companion calibrate print-scale merkt sich die Zahlen unter einem Namen deiner Wahl; "
        "--printer NAME gleicht dann die Fehler auf jedem Blatt aus."
    ),
    "4. The faults of printer {name} are undone here: every number ought to be 0. Where one is "
    "not, print this sheet without that printer's name and measure anew; what is read here is only "
    "the rest.": (
        "4. Die Fehler des Druckers {name} sind hier ausgeglichen: Jede Zahl soll 0 sein. Wo eine "
        "es nicht ist, dieses Blatt ohne den Namen des Druckers drucken und neu messen; was hier "
        "abgelesen wird, ist nur der Rest."
    ),
    "across": "quer",
    "down": "längs",
    "across: {length} mm": "quer: {length} mm",
    "down: {length} mm": "längs: {length} mm",
}
