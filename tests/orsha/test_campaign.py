"""The campaign as it is played: dates, reports, reorganisation, secrets, random campaigns."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.chance import Sampler
from landbridge.engine.match import Match
from landbridge.engine.refusals import BadInput, Refused
from landbridge.engine.saves import from_text, to_text
from landbridge.engine.seals import fingerprint
from landbridge.engine.sheets import to_html
from landbridge.games.orsha.campaign import sealed
from landbridge.games.orsha.campaign.aftermath import Aftermath
from landbridge.games.orsha.campaign.battle import Battle
from landbridge.games.orsha.campaign.drawing import Drawing
from landbridge.games.orsha.campaign.purchasing import Prepare
from landbridge.games.orsha.campaign.random_battle import random_battle
from landbridge.games.orsha.campaign.result_form import actions_from, facts_from, main, template
from landbridge.games.orsha.purchases.plan import check_plan
from landbridge.games.orsha.purchases.reinforcement_groups import groups
from landbridge.referee.games import load_match, new_match

ROLES = ("german", "russian")


def begin(**settings: Any) -> Match[Any]:
    return new_match("orsha", seed=7, **({"dice": "either"} | settings))


def say(match: Match[Any], who: str, *texts: str) -> None:
    for text in texts:
        match.do(text, who)


def to_battle(match: Match[Any]) -> Match[Any]:
    """Both sides buy a company and set up; the first battle can be fought."""
    say(match, "german", "buy I1", "ready", "receive")
    say(match, "russian", "buy I1", "buy O1", "ready", "receive", "ready")
    say(match, "german", "wind", "ready")
    say(match, "russian", "ready")
    assert isinstance(match.state.agenda[0], Battle)
    return match


def fight(match: Match[Any]) -> Match[Any]:
    """A battle along row 34: two German squads cut off, a prisoner, some losses."""
    say(match, "german", "ended G-23am-I1.1/1 K40", "ended G-23am-I1.1/2 eliminated")
    say(match, "german", "ended G-23am-I1.2/1 N38 prisoner", "ended G-23am-I1.1 K34")
    say(match, "german", "ended G-23am-I1.2 S34", "ended rest P30", "file")
    say(match, "russian", "ended R-23am-I1.1/1 N38", "ended R-23am-I1.1 K38")
    say(match, "russian", "ended R-23am-I5.1 S38", "ended R-23am-OoB/1 exited")
    say(match, "russian", "ended R-23am-V5.1/1 eliminated at=P38", "ended rest P39")
    say(match, "russian", "ended R-23am-O1.1/1 used", "file")
    return match


def told(match: Match[Any], role: str = "referee") -> str:
    return "\n".join(match.game.sentence(event) for _, event in match.log(role))


def refused(match: Match[Any], who: str, text: str, words: str) -> Refused:
    """The action is refused with these words, and nothing changes."""
    before = fingerprint(match.state)
    with pytest.raises(Refused, match=words) as caught:
        match.do(text, who)
    assert fingerprint(match.state) == before
    return caught.value


# A date


def test_purchases_are_paid_and_received() -> None:
    match = begin()
    say(match, "german", "buy I2", "buy V3", "ready")
    assert match.state.german.cpp == 66 - 6 - 6
    assert match.state.german.roster[0].purchased == ("I2 6", "V3 6")
    match.do("receive", "german")
    book = match.state.german
    names = [piece.name for piece in book.pieces.values() if piece.line == "G-23am-I2.1"]
    assert names.count("4-4-7") == 12
    squad = book.pieces["G-23am-I2.1/1"]
    assert squad.values["morale"] == 7
    assert squad.history == ("bought with I2 on 23am",)
    assert sum(piece.name == "Trench" for piece in book.pieces.values()) == 10


def test_what_cannot_be_bought_is_refused_with_its_figures() -> None:
    match = begin()
    caught = refused(match, "german", "buy 3x V1", "3x V1 on one date; 2 at most")
    assert "OTO-8.616-1" in caught.rules
    rich = begin()
    say(rich, "german", "buy 2x V1", "buy 2x V3", "buy 2x I2", "buy 2x I1", "buy 2x I3")
    caught = refused(rich, "german", "buy 2x I4", "70 CPP are spent of 66; save 4 CPP")
    assert caught.rules == ("OTO-8.611-1",)
    say(match, "german", "buy M1", "ready", "receive")
    refused(match, "german", "build 3x at_ditch", "54 FPP are needed, 50 are there")


def test_the_enemy_sees_no_purchase() -> None:
    match = to_battle(begin())
    view = match.view("russian")
    assert view.german.pieces == {}
    assert view.german.bought == ()
    assert view.german.cpp == 0
    assert view.russian.pieces
    assert "I1" not in told(match, "russian").split("German")[0]
    assert not any("G-23am-I1" in game_says for game_says in told(match, "russian").splitlines())


def test_nothing_vanishes_and_nothing_appears() -> None:
    match = to_battle(begin())
    caught = refused(match, "german", "file", "where it ended is not said")
    assert len(caught.violations) > 30
    with pytest.raises(BadInput, match="There is no piece or line"):
        match.do("ended G-23am-I9.9/1 K30", "german")
    refused(match, "german", "ended G-23am-I1.1/1 K30 as=8-3-9", "cannot have become")
    refused(match, "german", "ended G-23am-I1.1/1 K30 bogged", "cannot be bogged")
    refused(match, "german", "appeared G-23am-OoB/1 hero", "no hero can come of")
    refused(match, "russian", "ended R-23am-I5.1/10 used", "Original effects DR")
    match.do("appeared G-23am-I1.1/1 half", "german")
    say(match, "german", "ended rest K30")
    match.do("file", "german")


def test_only_so_many_modules_are_used() -> None:
    match = begin()
    say(match, "german", "ready", "receive")
    say(match, "russian", "buy 2x O1", "buy O2", "buy O3", "buy O4", "ready", "receive", "ready")
    say(match, "german", "wind", "ready")
    say(match, "russian", "ready", "ended rest K45")
    modules = [p.id for p in match.state.russian.pieces.values() if p.kind == "oba"]
    assert len(modules) == 5
    say(match, "russian", *(f"ended {module} used" for module in modules))
    caught = refused(match, "russian", "file", "5 OBA modules used in one scenario")
    assert "OTO-CG13-1" in caught.rules
    say(match, "russian", f"ended {modules[0]} offmap", "file")


def test_reports_that_contradict_each_other_are_mended() -> None:
    match = to_battle(begin())
    say(match, "german", "ended G-23am-I1.1/1 K40 prisoner", "ended rest K30", "file")
    say(match, "russian", "ended rest K45", "file")
    refused(match, "russian", "agree", "where no enemy MMC ended")
    match.do("ended R-23am-I1.1/1 K40", "russian")
    say(match, "russian", "agree")
    assert not isinstance(match.state.agenda[0], Battle)


def test_points_and_control_are_settled_by_both() -> None:
    match = fight(to_battle(begin()))
    step = match.state.agenda[0]
    assert isinstance(step, Aftermath)
    assert step.points(match.state) == {"german": 7, "russian": 4}
    assert step.exit_points(match.state) == 7
    refused(match, "russian", "cvp russian 14", "14 are given, the reports give 4")
    match.do("cvp russian 6 'prisoners count double'", "russian")
    refused(match, "german", "control german K38", "is no Strategic Location")
    refused(match, "german", "mark K36 blaze", "nothing in K36 can burn")
    match.do("agree", "german")
    match.do("control russian K33", "russian")
    assert match.state.agenda[0].agreed == ()
    say(match, "german", "agree")
    say(match, "russian", "agree")
    score = match.state.scores[0]
    assert (score.lvp, score.cvp, score.evp, score.winner) == (1, 6, 7, "german")
    assert "Carried over: 6 CVP, 7 EVP" in told(match)


def test_a_perimeter_is_proposed_checked_or_computed() -> None:
    match = fight(to_battle(begin()))
    say(match, "german", "agree")
    say(match, "russian", "agree")
    assert isinstance(match.state.agenda[0], Drawing)
    sandbox = match.branch()
    say(sandbox, "german", "perimeter")
    say(sandbox, "russian", "perimeter")
    loops = sandbox.state.fronts["german"].loops
    match.do("loop A41 K36 DD41", "german")
    caught = refused(match, "german", "perimeter", "K36 holds neither")
    assert "OTO-9.6054-1" in caught.rules
    match.do("noloops", "german")
    for loop in loops:
        match.do(f"loop {loop}", "german")
    say(match, "german", "perimeter")
    say(match, "russian", "perimeter")
    assert match.state.fronts == sandbox.state.fronts
    assert match.state.areas == sandbox.state.areas


def test_prisoners_and_booty() -> None:
    match = to_battle(begin())
    say(match, "german", "ended G-23am-I1.1/1 K38 prisoner", "ended G-23am-OoB/3 K38 captured")
    say(match, "german", "ended rest P20", "file")
    say(match, "russian", "ended R-23am-I1.1 K38", "ended rest P45", "file", "agree")
    match.do("agree", "german")
    assert match.state.german.pieces["G-23am-I1.1/1"].by.startswith("R-23am-I1.1/")
    assert match.state.german.pieces["G-23am-OoB/3"].standing == "captured"
    booty = match.state.russian.pieces["G-23am-OoB/3"]
    assert booty.standing == "map"
    assert booty.side == "german"


def test_guns_and_isolated_pieces_set_up_where_they_may() -> None:
    match = begin()
    say(match, "german", "buy G1", "ready", "receive")
    say(match, "russian", "buy given V4 onboard", "ready", "receive", "ready")
    match.do("wind", "german")
    refused(match, "german", "place G-23am-G1.1/1 K42", "hexes below 42")
    say(match, "german", "place G-23am-G1.1/1 K30 hip in=trench")
    refused(match, "german", "place G-23am-I1.1/1 K31 hip", "HIP for 1 squad, but 0 bought")
    assert match.state.german.pieces["G-23am-G1.1/1"].hex == "K30"
    match.do("ready", "german")
    say(match, "russian", "place R-23am-V4.1 K45")
    refused(match, "russian", "place R-23am-V4.2 K45", "comes from off-board")


def test_reconnaissance_reveals_what_was_noted() -> None:
    match = begin()
    say(match, "german", "ready", "receive")
    say(match, "russian", "ready", "receive", "recon 2")
    say(match, "german", "wind", "place G-23am-OoB/1 P38", "ready")
    match.do("ready", "russian")
    refused(match, "russian", "inspect P3", "more than 7 hexes")
    match.do("inspect P38", "russian")
    assert "P38 is reconnoitered: HMG Cupola." in told(match, "russian")
    assert match.view("russian").sightings["G-23am-OoB/1"].name == "HMG Cupola"
    with pytest.raises(Refused):
        match.undo()


# Forms


def test_a_form_is_filled_from_the_roster_and_read_back(tmp_path: Any, capsys: Any) -> None:
    match = to_battle(begin())
    form = template(match.state, "german")
    assert form.startswith("what,name,ended,states,becomes,more,note\nended,G-23am-I1.1/1,")
    filled = form.replace("ended,G-23am-I1.1/1,,,", "ended,G-23am-I1.1/1,K30,broken,2-4-7", 1)
    assert actions_from(filled) == ["ended G-23am-I1.1/1 K30 broken as=2-4-7"]
    assert "control german K33" in facts_from(filled)
    rows = "".join(
        f"ended,{p.id},P30,,,,\n" for p in match.state.german.pieces.values() if p.kind != "x"
    )
    head = "what,name,ended,states,becomes,more,note\n"
    known = {p.id for p in match.state.german.pieces.values()}
    texts = [t for t in actions_from(head + rows) if t.split()[1] in known]
    assert len(texts) == len(known)
    as_json = msgspec.json.encode(
        {
            "ended": {"G-23am-I1.1/1": {"ended": "K30", "states": ["broken"], "becomes": "2-4-7"}},
            "appeared": {"G-23am-I1.1/2": "half"},
            "control": {"K33": "russian"},
            "marks": {"Q10": ["blaze"]},
            "cvp": {"russian": [14, "prisoners double"]},
            "evp": [0, ""],
        }
    ).decode()
    assert actions_from(as_json)[1] == "ended G-23am-I1.1/1 K30 broken as=2-4-7"
    assert facts_from(as_json) == [
        "control russian K33",
        "mark Q10 blaze",
        "cvp russian 14 'prisoners double'",
        "evp 0",
    ]
    with pytest.raises(BadInput, match="Row 1 of the form: what is"):
        actions_from(head + "lost,G-23am-I1.1/1,,,,,\n")
    with pytest.raises(BadInput, match="no JSON"):
        actions_from("{")
    with pytest.raises(BadInput, match="has the columns"):
        actions_from("piece,where\nx,y\n")
    save = tmp_path / "orsha.lbm"
    save.write_text(to_text(match.save()))
    assert main(["template", str(save), "german"]) == 0
    assert capsys.readouterr().out == form
    (tmp_path / "form.csv").write_text(filled)
    assert main(["read", str(tmp_path / "form.csv")]) == 0
    assert "ended G-23am-I1.1/1 K30 broken as=2-4-7" in capsys.readouterr().out
    assert main(["read", str(tmp_path / "nothing.csv")]) == 2
    assert main([]) == 2


# The end


def test_german_cpp_left_over_and_the_balance() -> None:
    for balance, winner in (("none", "german"), ("russian", "russian")):
        match = begin(options={"balance": balance})
        data = msgspec.to_builtins(match.state)
        data |= {
            "date": "24pm",
            "agenda": [{"type": "Aftermath"}, {"type": "Reorganise"}],
            "control": dict.fromkeys(("K33", "X38", "Q10", "P3"), "russian"),
            "cvp": {"german": 0, "russian": 0},
            "scores": [
                {
                    "date": date,
                    "points": 5,
                    "lvp": 4,
                    "cvp": cvp,
                    "german_cvp": 0,
                    "evp": evp,
                    "winner": "german",
                    "counted": 5,
                    "needed": 7,
                }
                for date, cvp, evp in (("23am", 30, 15), ("23pm", 30, 15), ("24am", 45, 15))
            ],
        }
        data["german"]["cpp"] = 7
        first = msgspec.convert(data, type(match.state))
        last = Match(match.game, match.header, first, match.opening)
        last.do("agree", "german")
        last.do("agree", "russian")
        outcome = last.outcome
        assert outcome is not None
        # 4 LVP, 105 CVP are 5, 45 EVP are 2, 7 German CPP: 18 in all.
        assert outcome.score == {"russian": 18}
        assert outcome.winner == winner


# Secrets


def play_on(match: Match[Any], seed: int, most: int = 10_000) -> Match[Any]:
    """A bot for each side, and battles by chance, for so many actions or to the end."""
    rng, chance = random.Random(seed), Sampler(seed)
    bots = {role: RandomBot(f"{seed} {role}") for role in ROLES}
    while match.outcome is None and len(match) < most:
        step = match.state.agenda[0]
        if isinstance(step, Battle) and len(step.waiting) == 2:
            for who, text in random_battle(match.state, chance):
                match.do(text, who)
                if len(match) >= most:
                    return match
            continue
        role = match.decisions()[0].who
        buying = isinstance(step, Prepare) and match.state.book(role).phase == "buying"
        if buying and rng.random() < 0.9:
            try:
                match.do(f"buy {rng.choice(list(groups(role)))}", role)  # type: ignore[arg-type]
            except Refused:
                continue
        else:
            match.do(bots[role].choose(Seat(match, role)), role)
    return match


@pytest.mark.parametrize("seed", range(30))
def test_a_random_campaign_comes_to_its_end_and_verifies(seed: int) -> None:
    match = play_on(new_match("orsha", seed=seed), seed)
    assert match.outcome is not None
    assert len(match.state.scores) == 4
    again = load_match(from_text(to_text(match.save())))
    assert again.state == match.state
    assert again.audit() == []
    ids = [name for book in (match.state.german, match.state.russian) for name in book.pieces]
    captured = [p.id for p in match.state.russian.pieces.values() if p.side == "german"]
    captured += [p.id for p in match.state.german.pieces.values() if p.side == "russian"]
    assert len(ids) - len(set(ids)) == len(captured)


@pytest.mark.parametrize("length", [5, 40, 90, 150, 300, 500, 700])
def test_what_is_imagined_looks_the_same_and_is_legal(length: int) -> None:
    match = play_on(new_match("orsha", seed=length), length, length)
    game = match.game
    for role in ROLES:
        for shuffle in range(4):
            other = game.imagine(match.state, role, Sampler(shuffle))
            assert msgspec.to_builtins(game.view(other, role)) == msgspec.to_builtins(
                game.view(match.state, role)
            )
            enemy = "russian" if role == "german" else "german"
            book = other.book(enemy)
            assert book.cpp >= 0
            for row in book.roster:
                plan = tuple(b.purchase for b in book.bought if b.date == row.date)
                before = tuple(b for b in book.bought if b.date < row.date)
                assert check_plan(enemy, row.date, plan, row.start, before).result.ok
    assert any(game.imagine(match.state, "german", Sampler(n)) != match.state for n in range(3))


def test_sealed_papers() -> None:
    mine, yours = begin(), begin()
    say(mine, "german", "buy I1", "ready", "receive")
    envelope, letter = sealed.seal(mine, "german")
    say(yours, "german", f"seal {envelope.commitment}")
    assert yours.state.german.sealed == (envelope.commitment,)
    sent = sealed.read_envelope(sealed.to_text(envelope))
    kept = sealed.read_letter(sealed.to_text(letter))
    assert sealed.open_letter(sent, kept) == ("buy I1", "ready", "receive")
    assert sealed.check_match(mine, (sent,), (kept,)) == []
    forged = msgspec.structs.replace(kept, actions=("buy V1", "ready", "receive"))
    with pytest.raises(sealed.BadSeal, match="not the one that was sealed"):
        sealed.open_letter(sent, forged)
    other = begin()
    say(other, "german", "buy V1", "ready", "receive")
    assert sealed.check_match(other, (sent,), (kept,)) == [
        "german 23am purchases: the match holds other secrets"
    ]
    assert sealed.check_match(mine, (sent,), ()) == [
        "german 23am purchases: no letter has been sent"
    ]
    with pytest.raises(sealed.BadSeal, match="this is no letter"):
        sealed.read_letter("{}")
    with pytest.raises(BadInput, match="no set-up to seal"):
        sealed.seal(mine, "german", "set_up")


def test_pieces_of_a_sealed_side_come_to_light() -> None:
    match = begin()
    say(match, "german", "seal 0123")
    say(match, "russian", "ready", "receive", "ready")
    say(match, "german", "wind", "ready")
    say(match, "russian", "ready")
    refused(match, "russian", "shows R-23am-I1.1/1 4-4-7", "cannot 'shows' now")
    say(match, "german", "shows G-23am-I1.1/1 4-6-7", "shows G-23am-V3.1/1 StuG IIIG")
    refused(match, "german", "shows G-23am-I2.3/1 4-4-7", "would be purchase 3 of I2")
    refused(match, "german", "shows G-23pm-I2.1/1 4-4-7", "cannot have been bought yet")
    refused(match, "german", "shows G-23am-I1.1/1 4-6-7", "on the roster already")
    with pytest.raises(BadInput, match="is no id of a german piece"):
        match.do("shows R-23am-I1.1/1 4-6-7", "german")
    say(match, "german", "ended rest K30", "file")
    assert match.state.german.pieces["G-23am-V3.1/1"].cvp == 6


# Rulings and paper


def test_lost_steps_are_looked_up_if_the_players_wish() -> None:
    options = {"cpp_rule": "printed", "elr_rule": "printed", "weather_rule": "printed"}
    match = play_on(new_match("orsha", seed=3, options=options), 3)
    assert match.outcome is not None
    verbs = {turn.entry.do.split()[0] for turn in match.turns}
    assert "printed" in verbs


def test_asl_procedures_may_stay_on_the_board() -> None:
    match = play_on(new_match("orsha", seed=4, options={"asl_rules": "board"}), 4)
    assert match.outcome is not None
    told_of = {event.id for _, event in match.log()}
    assert "melee" not in told_of


def test_everything_prints() -> None:
    match = play_on(new_match("orsha", seed=5), 5, 400)
    sheets = match.game.sheets(match.view())
    assert {"roster-german", "record-russian", "form-german", "score", "steps"} <= set(sheets)
    page = to_html(list(sheets.values()))
    assert "RG Purchase Record" in page
    assert "CG Roster" in page
    own = match.game.sheets(match.view("german"))
    assert "roster-russian" not in own
    assert "roster-german" in own
