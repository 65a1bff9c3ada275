"""Routes of static files, the service worker, the manifest and the health check."""

from __future__ import annotations

import asyncio
import gzip
import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from companion.core.errors import StoreError
from companion.play.journal.store import Store
from companion.web.page import card_faces, responses, templates, typefaces
from companion.web.routes.site import Site

FOR_EVER = "public, max-age=31536000, immutable"


class FileRoutes:
    """Routes of files that belong to no table."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def static_file(self, request: Request) -> Response:
        """GET /static/NAME: a static file; with its current version in the address it may be cached for ever."""
        name = request.path_params["name"]
        newest = request.query_params.get("v") == templates.file_version(name)
        kept = FOR_EVER if newest else "no-cache"
        if face := templates.typeface_of(name):
            data = await asyncio.to_thread(typefaces.load_woff2, face)
            return Response(data, headers={"cache-control": kept}, media_type=typefaces.KIND)
        return responses.file_response(request, name, kept)

    async def card_face(self, request: Request) -> Response:
        """GET /faces/LANG/GAME/KIND/ID: a card's printed front, the same for everybody; cached as a static file."""
        asked = request.path_params
        packed = await self._site.tables.run_in_worker(lambda: card_faces.draw_face(**asked))
        if packed is None:
            raise HTTPException(404)
        newest = request.query_params.get("v") == card_faces.version()
        kept = FOR_EVER if newest else "no-cache"
        headers = {"cache-control": kept, "vary": "accept-encoding"}
        if responses.accepts_gzip(request.scope):
            return Response(packed, headers={**headers, **responses.GZIP}, media_type="image/svg+xml")
        return Response(gzip.decompress(packed), headers=headers, media_type="image/svg+xml")

    async def service_worker(self, request: Request) -> Response:
        """GET /sw.js: the service worker, at the root so that its scope is every page."""
        return responses.file_response(request, "sw.js", "no-cache")

    async def icon(self, request: Request) -> Response:
        """GET /icon.svg: the icon of the app."""
        return responses.file_response(request, "icon.svg", "public, max-age=86400")

    async def check_health(self, request: Request) -> Response:
        """GET /healthz: 200 while the store can be read, else 503."""
        await self._site.tables.coalesce("healthy", lambda: self._site.tables.read(_probe_store))
        return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})

    async def manifest(self, request: Request) -> Response:
        """GET /manifest.webmanifest: the web app manifest."""
        return Response(json.dumps(templates.MANIFEST), media_type="application/manifest+json")


def _probe_store(store: Store) -> None:
    """Raise StoreError if the store does not answer."""
    try:
        store.since("no session")
    except StoreError as error:
        if error.code != "session_none":
            raise
