"""Drawings: shapes, marks and words on a sheet, written as SVG, PDF or PNG."""
