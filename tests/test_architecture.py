"""The picture in docs/architecture.md is true: levels, imports, and what the package may import at all."""

import ast
import os
import re
import subprocess
import sys
import unittest

from tests.builders import ROOT

PACKAGE = os.path.join(ROOT, "src", "dankaro_quality")
EXTRAS = {"yaml", "mcp"}
ONLY_JOURNAL_WRITES = re.compile(r"\bopen\([^)]*[\"'][wax]b?\+?[\"']")


def modules() -> dict[str, ast.Module]:
    """Every module of the package, dotted, without the package's own name."""
    found = {}
    for folder, _, names in os.walk(PACKAGE):
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                dotted = os.path.relpath(path, PACKAGE)[:-3].replace(os.sep, ".").removesuffix(".__init__")
                with open(path, encoding="utf-8") as stream:
                    found["" if dotted == "__init__" else dotted] = ast.parse(stream.read(), path)
    return found


MODULES = modules()


def levels() -> dict[str, int]:
    """Level by name, from the first table of docs/architecture.md; `folder.*` are the modules of a folder."""
    with open(os.path.join(ROOT, "docs", "architecture.md"), encoding="utf-8") as stream:
        rows = re.findall(r"^\| (\d+) \| (.+) \|$", stream.read(), re.M)
    return {name.strip(): int(level) for level, names in rows for name in names.split(",")}


LEVELS = levels()


def room(module: str) -> str:
    """The row of the table that a module belongs to."""
    if module in LEVELS:
        return module
    folder = module.rpartition(".")[0]
    while folder:
        for name in (f"{folder}.*", folder):
            if name in LEVELS:
                return name
        folder = folder.rpartition(".")[0]
    return module


def imports(tree: ast.Module) -> set[str]:
    """Every module that a tree imports, wherever the import stands."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found


def inside(name: str) -> str | None:
    """The module of the package that an imported name means, or None for one from elsewhere."""
    if not name.startswith("dankaro_quality"):
        return None
    rest = name.removeprefix("dankaro_quality").removeprefix(".")
    while rest and rest not in MODULES:
        rest = rest.rpartition(".")[0]
    return rest


class Layers(unittest.TestCase):
    def test_every_module_has_a_level_and_every_level_a_module(self) -> None:
        rooms = {room(module) for module in MODULES if module}
        self.assertEqual(sorted(name for name in rooms if name not in LEVELS), [])
        self.assertEqual(sorted(name for name in LEVELS if name not in rooms), [])

    def test_imports_go_down_only(self) -> None:
        wrong = []
        for module, tree in MODULES.items():
            here = room(module)
            for name in sorted(imports(tree)):
                target = inside(name)
                if not module or not target:
                    continue
                there = room(target)
                inside_folder = there == here and not here.endswith(".*") and "." in module + target
                if there != here and LEVELS[there] >= LEVELS[here]:
                    wrong.append(f"{module} (level {LEVELS[here]}) imports {target} (level {LEVELS[there]})")
                elif there == here and target != module and not inside_folder:
                    wrong.append(f"{module} imports its sibling {target}")
        self.assertEqual(wrong, [])

    def test_the_first_line_of_each_room_says_what_the_table_says_it_is_for(self) -> None:
        with open(os.path.join(ROOT, "docs", "architecture.md"), encoding="utf-8") as stream:
            described = dict(re.findall(r"^\| (\w+) \| ([^|]+) \|$", stream.read(), re.M))
        tops = {module.partition(".")[0] for module in MODULES if module and module != "__main__"}
        self.assertEqual(sorted(tops - described.keys()), [])

    def test_nothing_but_the_standard_library(self) -> None:
        for module, tree in MODULES.items():
            for name in imports(tree):
                top = name.partition(".")[0]
                with self.subTest(module=module, imports=name):
                    self.assertTrue(top in sys.stdlib_module_names or top in EXTRAS or top == "dankaro_quality")


class Habits(unittest.TestCase):
    def test_no_assert_in_product_code(self) -> None:
        """`python -O` drops them, and a gate with them."""
        for module, tree in MODULES.items():
            with self.subTest(module=module):
                self.assertEqual([node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert)], [])

    def test_only_the_command_line_prints(self) -> None:
        for module, tree in MODULES.items():
            calls = [
                node.lineno
                for node in ast.walk(tree)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
            ]
            with self.subTest(module=module):
                self.assertTrue(not calls or module.startswith("cli"))

    def test_every_module_says_what_it_is_for(self) -> None:
        for module, tree in MODULES.items():
            with self.subTest(module=module):
                self.assertTrue(ast.get_docstring(tree))

    def test_only_the_journal_opens_files_to_write(self) -> None:
        for module in MODULES:
            if module == "journal" or not module:
                continue
            path = os.path.join(PACKAGE, *module.split("."))
            path = path + ".py" if os.path.exists(path + ".py") else os.path.join(path, "__init__.py")
            with open(path, encoding="utf-8") as stream:
                self.assertEqual(ONLY_JOURNAL_WRITES.findall(stream.read()), [], module)

    def test_importing_the_package_opens_nothing_and_loads_nothing_heavy(self) -> None:
        code = (
            "import sys; opened = []\n"
            "sys.addaudithook(lambda event, args: opened.append(args[0]) if event == 'open' else None)\n"
            "import dankaro_quality\n"
            "bad = [one for one in opened if isinstance(one, str) and not one.endswith(('.py', '.pyc'))]\n"
            "dear = {'dataclasses', 'inspect', 'typing', 'logging', 'json', 're'}\n"
            "print(bad or sorted(dear & set(sys.modules)))"
        )
        run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
                             env={**os.environ, "PYTHONPATH": os.path.dirname(PACKAGE)})  # fmt: skip
        self.assertEqual(run.stdout.strip(), "[]")


if __name__ == "__main__":
    unittest.main()
