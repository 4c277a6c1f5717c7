"""People in the store, the same in SQLite and PostgreSQL: accounts, sessions, links, post."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from landbridge.store.database import Conflict
from landbridge.store.leaving import RemovedAccount
from landbridge.store.matches import Advance, now
from landbridge.store.migrating import make_tables_of, migrate
from landbridge.store.people import FORMER, hashed
from landbridge.store.rows import MatchRow, NoticeRow, OutgoingRow, SeatRow
from landbridge.store.store import Store
from store.anywhere import a_match, kept, place, use, user
from store.postgres_server import postgres, postgres_server

__all__ = ["place", "postgres", "postgres_server"]


async def row(store: Store, match_id: str) -> MatchRow:
    found = await store.matches.match(match_id)
    assert found is not None
    return found


def test_accounts(place: str) -> None:
    async def act(store: Store) -> None:
        people = store.people
        await people.add(user())
        with pytest.raises(Conflict):
            await people.add(replace(user(), id="x"))
        assert (await people.find_by_name(" ANNA ")) == await people.user("anna")
        assert await people.names(["anna", "gone", ""]) == {"anna": "Anna", "gone": FORMER}
        assert await people.names([]) == {}
        await kept(store, a_match(1), "one", "anna")
        await kept(store, a_match(1), "other", "boris")
        await store.matches.advance(
            Advance(
                after=replace(await row(store, "other"), version=2),
                kind="seat",
                kept=1,
                seats=(SeatRow("other", "axis", "user", "anna"),),
            )
        )
        gone = await store.leaving.remove("anna")
        assert gone == RemovedAccount(("one",), (("other", 3),))
        assert await people.all() == []
        assert await store.matches.version("one") is None
        seats = {seat.role: seat.kind for seat in await store.matches.seats("other")}
        assert seats == {"soviet": "user", "axis": "open"}

    use(place, act)


def test_sessions_end(place: str) -> None:
    async def act(store: Store) -> None:
        people = store.people
        await people.add(user())
        token = await people.begin_session("anna", 1)
        assert (await people.session(token, 1)) is not None
        assert await people.session("guess", 1) is None
        await people.end_session(token)
        assert await people.session(token, 1) is None
        short = await people.begin_session("anna", 0)
        assert await people.session(short, 30) is None
        lasting = await people.begin_session("anna", 1)
        await people.session(lasting, 30)
        found = await store.database.rows(
            "SELECT expires FROM sessions WHERE hash = ?", hashed(lasting)
        )
        assert found[0][0] > now() + 20 * 86_400
        await people.sweep()
        assert len(await store.database.rows("SELECT 1 FROM sessions")) == 1
        await people.save(replace(user(), disabled=1))
        assert await people.session(lasting, 30) is None
        await people.end_sessions("anna")
        assert await store.database.rows("SELECT 1 FROM sessions") == []

    use(place, act)


def test_links_notes_and_wishes(place: str) -> None:
    async def act(store: Store) -> None:
        people = store.people
        await people.add(user(email="a@b.c"))
        token = await people.invite("one", "axis", "anna", 1)
        invitation = await people.invitation(token)
        assert invitation is not None
        assert (invitation.match_id, invitation.role) == ("one", "axis")
        assert await people.invitation(await people.invite("one", "axis", "anna", 0)) is None
        proof = await people.ask_to_confirm("anna", "a@b.c", 1)
        assert await people.confirm(proof)
        assert not await people.confirm(proof)
        stale = await people.ask_to_confirm("anna", "old@b.c", 1)
        assert not await people.confirm(stale)
        await people.write_note("one", "anna", "first")
        await people.write_note("one", "anna", "second")
        assert await people.note("one", "anna") == "second"
        assert await people.note("one", "boris") == ""
        assert (await people.notice("one", "anna")).mail is None
        await people.set_notice(NoticeRow("one", "anna", 0, "https://x"))
        assert await people.notice("one", "anna") == NoticeRow("one", "anna", 0, "https://x")

    use(place, act)


def test_post_is_taken_by_one(place: str) -> None:
    async def act(store: Store) -> None:
        post = store.post
        message = OutgoingRow(
            id="m", kind="mail", target="a@b.c", user_id="u", subject="s", body="b", due=now()
        )
        await post.post(message)
        taken = await asyncio.gather(*(post.take("mail", 60, 9) for _ in range(2)))
        assert sorted(map(len, taken)) == [0, 1]
        assert await post.take("mail", 60, 9) == []
        await post.put_off(message, "no answer", -1)
        (again,) = await post.take("mail", 60, 9)
        assert again.tries == 1
        assert [(row.text, row.given_up) for row in await post.failures("u")] == [("no answer", 0)]
        await post.sent(message)
        assert await post.failures("u") == []
        assert await post.waiting() == 0
        assert await post.lease("work", "a", 60)
        assert await post.lease("work", "a", 60)
        assert not await post.lease("work", "b", 60)
        await post.release("work", "b")
        assert not await post.lease("work", "b", 60)
        await post.release("work", "a")
        assert await post.lease("work", "b", -1)
        assert await post.lease("work", "a", 60)

    use(place, act)


def test_post_is_taken_in_turn(place: str) -> None:
    async def act(store: Store) -> None:
        post = store.post
        first = OutgoingRow(
            id="a0", kind="mail", target="a@b.c", user_id="a", subject="", body="", due=now() - 9
        )
        for number in range(4):
            await post.post(replace(first, id=f"a{number}"))
        await post.post(replace(first, id="b0", user_id="b", due=now() - 1))
        await post.post(replace(first, id="w0", kind="webhook"))
        assert [row.id for row in await post.take("mail", 60, 9)] == ["a0", "b0"]
        assert [row.id for row in await post.take("mail", 60, 9)] == ["a1"]
        assert await post.take("mail", 60, 9, {"a", "b"}) == []
        assert not await post.give_up(first, "dead", tries=1, blame=False, most=3)
        for number in range(1, 4):
            await post.post(replace(first, id=f"c{number}"))
        assert await post.give_up(first, "dead", tries=9, blame=True, most=1)
        assert [row.id for row in await post.take("webhook", 60, 9)] == ["w0"]
        assert await post.take("mail", 60, 9, {"b"}) == []
        assert (await post.failures("a"))[0].given_up == 1
        await post.forgive("a", "mail", "a@b.c")
        assert await post.failures("a") == []

    use(place, act)


def test_letters_to_strangers_are_few(place: str) -> None:
    async def act(store: Store) -> list[bool]:
        found = []
        for number in range(5):
            message = OutgoingRow(
                id=f"m{number}",
                kind="mail",
                target=f"A+{number}@b.org",
                user_id=f"u{number}",
                subject="",
                body="",
                due=now(),
            )
            found.append(not await store.post.post_letter(message))
        assert 3000 < await store.post.letter_wait("a@B.org") <= 3600
        assert await store.post.letter_wait("other@b.org") == 0
        await store.post.sweep()
        return found

    assert use(place, act) == [True, True, True, False, False]
    assert use(place, act) == [False] * 5


def test_a_lease_from_the_future_is_void(place: str) -> None:
    async def act(store: Store) -> None:
        assert await store.post.lease("work", "a", 86_400)
        assert await store.post.lease("work", "b", 10)
        assert not await store.post.lease("work", "a", 10)

    use(place, act)


def test_names_that_look_alike_are_one(place: str) -> None:
    async def act(store: Store) -> None:
        await store.people.add(user())
        with pytest.raises(Conflict):
            await store.people.add(replace(user(), id="x", name="Ánna", folded="ánna"))
        await store.people.add(replace(user(), id="y", name="Anne", folded="anne"))
        assert await store.people.secret("key") == await store.people.secret("key")

    use(place, act)


def test_accounts_that_look_alike_from_before_keep_their_names(place: str) -> None:
    async def act(store: Store) -> None:
        old = [("a", "Olga"), ("b", "0lga"), ("c", "OIga"), ("d", "Boris")]
        async with store.database.changing() as change:
            await make_tables_of(change, 1)
            for number, (user_id, name) in enumerate(old):
                await change.run(
                    "INSERT INTO users (id, name, folded, email, confirmed, password, disabled,"
                    " mail, webhook, created) VALUES (?, ?, ?, '', 0, '', 0, 1, '', ?)",
                    user_id,
                    name,
                    name.casefold(),
                    float(number),
                )
            await migrate(change, 1)
        assert [user.name for user in await store.people.all()] == ["0lga", "Boris", "OIga", "Olga"]
        for _, name in old:
            found = await store.people.find_by_name(name)
            assert found is not None
            assert found.name == name
        with pytest.raises(Conflict):
            await store.people.add(replace(user(), id="x", name="O1ga", folded="o1ga"))

    use(place, act)
