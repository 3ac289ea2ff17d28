"""Builds the package with maturin, once it is sure that what it needs is there.

Where Rust is missing, maturin would fetch it on its own, or stop with the name of a module that fetches it. Whoever installs a
program decides himself which compilers come to his machine.
"""

import os
import shutil
import sys

import maturin
from maturin import *  # noqa: F403 - every hook that is not below


def _look() -> None:
    missing = []
    if shutil.which("cargo") is None:
        missing.append("Rust: `cargo` is not among the programs; https://rustup.rs has it")
    compilers = [os.environ.get("CC", "cc"), "cc", "gcc", "clang"]
    if os.name == "posix" and not any(shutil.which(one.split()[0]) for one in compilers if one.strip()):
        missing.append("a C compiler, which also links: install gcc or clang (Debian: build-essential)")
    if missing:
        lines = "".join(f"\n  - {one}" for one in missing)
        sys.exit(f"synovia is compiled here, and needs{lines}\n hint: install it, and repeat the same command")


def get_requires_for_build_wheel(config_settings=None):
    _look()
    return maturin.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_editable(config_settings=None):
    _look()
    return maturin.get_requires_for_build_editable(config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    _look()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _look()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
