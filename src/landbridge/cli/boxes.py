"""`landbridge box`: what the owner of a game is asked, and the answers as a pack."""

from __future__ import annotations

from landbridge.cli.matches import count
from landbridge.cli.messages import to_do
from landbridge.cli.parsing import Parser
from landbridge.cli.printing import grid, print_json, wrapped
from landbridge.cli.texts import read_text, write_text
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.box import BoxQuestion, OwnersAnswer
from landbridge.games import GAMES
from landbridge.referee.box import (
    answer_action,
    answers_in,
    form_of,
    questions_of,
    read_pack,
    write_pack,
)
from landbridge.store.files import changing, load


def box(argv: list[str]) -> int:
    """What is asked of an owner, the form for it, and the answers of a match."""
    parser = Parser(
        "box",
        "Everything that a match as in the owner's box asks (new ... --box): what the documents\n"
        "at hand do not say, and where in the box to look. For a game -o writes a form to fill in\n"
        "and --read checks one; for a match -o saves what was answered as a pack for the next\n"
        "match and --read answers from a pack.",
        "box belorussia\n"
        "box belorussia -o mine.toml\n"
        "box campaign.lbm --read mine.toml\n"
        "box campaign.lbm -o mine.toml",
    )
    parser.add_argument("about", metavar="GAME|FILE", help="a game, or the file of a match")
    parser.add_argument("-o", "--output", metavar="PACK", help="the form or the pack to write")
    parser.add_argument("--read", metavar="PACK", help="a pack that has been filled in")
    parser.json()
    given = parser.read(argv)
    if given.output is not None and given.read is not None:
        raise BadInput("Say -o PACK to write, or --read PACK to read; not both.")
    if given.about in GAMES:
        return _of_game(given.about, given.output, given.read, given.json)
    return _of_match(given.about, given.output, given.read, given.json)


def _of_game(name: str, output: str | None, read: str | None, as_json: bool) -> int:
    asked = questions_of(name)
    if output is not None:
        write_text(output, form_of(name))
        print(f"Written to {output}: {count(len(asked), 'question')} to fill in.")
    elif read is not None:
        answers = read_pack(name, read, read_text(read))
        print(f"{read}: {_counted(len(answers), len(asked))}.")
    else:
        _list(asked, (), as_json)
    return 0


def _of_match(file: str, output: str | None, read: str | None, as_json: bool) -> int:
    if read is not None:
        with changing(file) as match:
            answers_in(match)
            answers = read_pack(match.header.game, read, read_text(read))
            match.do(answer_action(answers))
        print(f"Answered from {read}: {count(len(answers), 'question')}.")
        print("\n".join(to_do(match, file, "referee")))
        return 0
    match = load(file)
    answers, asked = answers_in(match), questions_of(match.header.game)
    if output is not None:
        write_text(output, write_pack(match.header.game, answers))
        print(f"Written to {output}: {_counted(len(answers), len(asked))}.")
    else:
        _list(asked, answers, as_json)
    return 0


def _counted(answered: int, asked: int) -> str:
    return f"{count(answered, 'answer')}; {asked - answered} left to be asked when they are needed"


def _list(asked: tuple[BoxQuestion, ...], answers: tuple[OwnersAnswer, ...], as_json: bool) -> None:
    given = {answer.key: answer for answer in answers}
    if as_json:
        said = {key: answer.plain() for key, answer in given.items()}
        print_json({"questions": asked, "answers": said})
        return
    print(f"{count(len(asked), 'question')} to the box, {len(given)} answered\n")
    for question in asked:
        answer = given.get(question.key)
        shown = [["allowed", f"{n}: {o.text}"] for n, o in question.options.items()]
        if question.figures:
            shown.append(["figures", ", ".join(question.figures)])
        if question.look:
            shown.append(["look at", question.look])
        shown.append(["answer", answer.word() if answer else f"{question.key}=..."])
        head = wrapped(f"{question.title} ({', '.join(question.rules[:1])})")
        print("\n".join([*head, *wrapped(question.text, "  "), *grid(shown, indent="    "), ""]))
