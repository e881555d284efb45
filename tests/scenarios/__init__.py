"""Whole events as data, with what the rules must find in them. One TOML file each; `loader` says how it is read."""
