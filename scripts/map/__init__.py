"""Builds the tables of Belorussia's map from readable sources: python -m scripts.map.build"""
