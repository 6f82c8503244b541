"""The examples in docstrings print what they show."""
import doctest
import importlib
import pkgutil
import unittest

import tuplepack


class Docstrings(unittest.TestCase):
    def test_examples(self):
        tried = 0
        for module in pkgutil.iter_modules(tuplepack.__path__, "tuplepack."):
            if module.name == "tuplepack._core" or module.name.startswith("tuplepack.torch"):  # which need not be installed
                continue
            failed, attempted = doctest.testmod(importlib.import_module(module.name))
            self.assertEqual(failed, 0, module.name)
            tried += attempted
        self.assertGreater(tried, 7)


if __name__ == "__main__":
    unittest.main()
