"""The build backend: setuptools, that of the system where there is one, so that installing needs no network."""

import importlib.util
import sys

NEEDED = {"setuptools": "setuptools", "wheel": "wheel"}

# An isolated build does not see the packages of the system.
sys.path.append("/usr/lib/python3/dist-packages")


def get_requires_for_build_wheel(config_settings=None):
    return [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    from setuptools import build_meta

    return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    from setuptools import build_meta

    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("there is no source distribution: the sources are in the folder above")
