"""The tests need no site: Reflex reads the configuration of an empty one."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

folder = Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, folder, ignore_errors=True)
(folder / "rxconfig.py").write_text('import reflex as rx\n\nconfig = rx.Config(app_name="shop")\n')
os.chdir(folder)  # Reflex looks for it as soon as a component is defined
