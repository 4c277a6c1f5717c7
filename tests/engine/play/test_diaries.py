"""What studies note and report: data that can be written and read again."""

from __future__ import annotations

import msgspec

from landbridge.engine.play.diaries import Bar
from landbridge.engine.reports import Curve, Plot, Report
from landbridge.engine.sheets import Sheet


def test_a_bar_is_read_from_its_table() -> None:
    table = b'{"title": "Moscow falls", "way": "share", "of": "moscow", "most": 0.2}'
    bar = msgspec.json.decode(table, type=Bar)
    assert (bar.title, bar.way, bar.of) == ("Moscow falls", "share", "moscow")
    assert (bar.least, bar.most, bar.among, bar.scenario) == (None, 0.2, "", "")


def test_a_report_holds_its_sheet_and_its_plots() -> None:
    plot = Plot("Steps lost", ("Oct", "Nov"), (Curve("axis", (1, 4)), Curve("soviet", (2, 7))))
    report = Report(Sheet("A study"), {"games": 2}, (plot,))
    assert [curve.values[-1] for plot in report.plots for curve in plot.curves] == [4, 7]
    assert msgspec.convert(msgspec.to_builtins(report.plots[0]), Plot) == plot
