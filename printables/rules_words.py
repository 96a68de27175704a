"""The rules on one page, in our own words, in English and in German."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import UsageError


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One language's page: a title, a line below it, and sections of paragraphs."""

    title: str
    aim: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]


_ENGLISH = RulesPage(
    "The game on one page",
    "Two teams race to find their own cards among 25. Only the two cluemasters know whose is "
    "which, and they may say one word and one number.",
    (
        (
            "Lay the table",
            (
                "Deal 25 cards in five rows of five, all words or all pictures, readable for the "
                "guessers. The cluemasters sit opposite, side by side, one for each team.",
                "The cluemasters draw a key card, stand it up with any side on top, and keep it "
                "to themselves. A square on it is the card at that place as they see the table.",
                "The bars at the key card's edges show who starts. That team looks for nine cards "
                "and takes the two-sided cover as its ninth; the other team looks for eight.",
            ),
        ),
        (
            "A turn",
            (
                "The cluemaster says one word that goes with some of the team's cards, and how "
                "many they are. Nothing else: no hint, no look, no hand.",
                "The guessers talk, then one of them touches a card. The cluemaster lays a cover "
                "on it.",
                "Own colour: well done, guess on if you like. You may make one guess more than "
                "the number, and at least one.",
                "Neutral, or the other team's colour: the turn is over. A card found for the "
                "others is theirs.",
                "Game over: your team has lost at once.",
                "Whoever has all its cards covered first has won, even in the other team's turn.",
            ),
        ),
        (
            "A fair clue",
            (
                "One word, about what the cards show or mean. Not their place, not their letters.",
                "No word that lies open on the table, and none of its relatives: with SNOWMAN "
                "open, neither SNOW nor SNOWY.",
                "In doubt, ask the other cluemaster in a whisper: what they allow is allowed.",
            ),
        ),
        (
            "When you know it well",
            (
                "Unlimited instead of a number: as many guesses as you dare. Zero: none of our "
                "cards goes with this word; guess without a limit, at least once.",
            ),
        ),
        (
            "Two or three of you",
            (
                "Play as one team against a rival who never errs: after each of your turns the "
                "cluemaster covers one rival card. Your team starts. How many rival cards are "
                "still open when you win is your score. Three may also be two cluemasters and one "
                "guesser for both.",
            ),
        ),
    ),
)

_GERMAN = RulesPage(
    "Das Spiel auf einer Seite",
    "Zwei Teams suchen um die Wette ihre Karten unter 25. Nur die beiden Tippgeber wissen, wem "
    "welche gehört, und sie sagen nur ein Wort und eine Zahl.",
    (
        (
            "Aufbau",
            (
                "Legt 25 Karten in fünf Reihen zu fünft aus, nur Wörter oder nur Bilder, lesbar "
                "für die Ratenden. Gegenüber sitzen die Tippgeber, je einer für jedes Team.",
                "Die Tippgeber ziehen eine Schlüsselkarte und stellen sie auf, egal welche "
                "Seite oben ist. Nur sie sehen sie. Ein Feld darauf ist die Karte, die aus ihrer "
                "Sicht an dieser Stelle liegt.",
                "Die Balken am Rand zeigen, wer anfängt. Dieses Team sucht neun Karten und nimmt "
                "die zweiseitige Abdeckkarte als neunte, das andere sucht acht.",
            ),
        ),
        (
            "Ein Zug",
            (
                "Der Tippgeber nennt ein Wort, das zu eigenen Karten passt, und wie viele es "
                "sind. Sonst nichts: kein Wink, kein Blick, keine Hand.",
                "Die Ratenden beraten, dann berührt jemand eine Karte. Der Tippgeber deckt sie ab.",
                "Eigene Farbe: gut geraten, ihr dürft weiter. Insgesamt einmal öfter als die Zahl, "
                "mindestens einmal.",
                "Neutral oder die Farbe der anderen: Der Zug ist zu Ende. Was den anderen gehört, "
                "zählt für sie.",
                "Game-over-Karte: Euer Team hat sofort verloren.",
                "Wer zuerst alle Karten abgedeckt hat, gewinnt, auch im Zug der anderen.",
            ),
        ),
        (
            "Ein fairer Hinweis",
            (
                "Ein einziges Wort zu dem, was die Karten zeigen oder bedeuten. Nicht zu ihrem "
                "Platz, nicht zu ihren Buchstaben.",
                "Kein Wort, das offen liegt, und keines aus seiner Familie: Liegt SCHNEEMANN, sind "
                "SCHNEE und VERSCHNEIT tabu.",
                "Im Zweifel fragt ihr leise den anderen Tippgeber: Was er erlaubt, gilt.",
            ),
        ),
        (
            "Für Geübte",
            (
                "Unbegrenzt statt einer Zahl: raten, solange ihr euch traut. Null: Keine unserer "
                "Karten passt zu diesem Wort; ratet ohne Grenze, mindestens einmal.",
            ),
        ),
        (
            "Zu zweit oder zu dritt",
            (
                "Spielt als ein Team gegen einen Gegner, der nie irrt: Nach jedem eurer Züge deckt "
                "der Tippgeber eine gegnerische Karte ab. Euer Team fängt an. So viele "
                "gegnerische Karten beim Sieg noch offen sind, so gut wart ihr. Zu dritt geht "
                "auch: zwei Tippgeber, und einer rät für beide.",
            ),
        ),
    ),
)

_PAGES = {"en": _ENGLISH, "de": _GERMAN}

LANGUAGES = tuple(_PAGES)
"""The languages of the page."""


def rules_page(language: str) -> RulesPage:
    """The page in one language.

    Raises:
        UsageError: There is none in this language.
    """
    page = _PAGES.get(language)
    if page is None:
        raise UsageError(f"the rules are written in {', '.join(LANGUAGES)}, not {language!r}")
    return page
