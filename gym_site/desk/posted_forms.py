"""Reads the forms that are posted to the desk, in bounds of size and time."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from shutil import copyfileobj
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

MAX_BODY = 256 * 1024  # bytes of a form
MAX_FIELDS = 2000
BODY_SECONDS, FILE_SECONDS = 15.0, 300.0


async def read(request: Request, most: int) -> list[tuple[str, str]]:
    """Read and return a posted form's fields. Raises `HTTPException` if they are too long, slow or malformed."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        raise HTTPException(415, "A form was expected.")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HTTPException(413, "The form is too long.")
        found = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except (ValueError, ClientDisconnect) as error:
        raise HTTPException(400, "The form can't be read.") from error
    except TimeoutError as error:
        raise HTTPException(408, "The form came too slowly.") from error
    request.scope["fields"] = found
    return found


async def read_with_file(request: Request, most: int, to: Path) -> None:
    """Read a posted form with a file, whose path is then in the scope. Raises `HTTPException` as `read` does."""

    async def stream() -> AsyncGenerator[bytes]:
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
            if size > most:
                raise HTTPException(413, f"The file is larger than {most // 1024**2} MB.")
            yield chunk

    try:
        async with asyncio.timeout(FILE_SECONDS):
            parser = MultiPartParser(request.headers, stream(), max_files=1, max_fields=100, max_part_size=MAX_BODY)
            form = await parser.parse()
    except (MultiPartException, ClientDisconnect, ValueError, KeyError) as error:
        raise HTTPException(400, "The form can't be read.") from error
    except TimeoutError as error:
        raise HTTPException(408, "The file came too slowly.") from error
    try:
        values = form.multi_items()
        request.scope["fields"] = [(key, value) for key, value in values if isinstance(value, str)]
        for file in (value.file for _, value in values if isinstance(value, UploadFile)):
            with to.open("wb") as written:
                await asyncio.to_thread(copyfileobj, file, written)
            request.scope["file"] = to
    finally:
        await form.close()
