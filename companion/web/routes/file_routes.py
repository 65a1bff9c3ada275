"""Routes of static files, the service worker, the manifest and the health check."""

from __future__ import annotations

import asyncio
import json

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from companion.core.errors import StoreError
from companion.play.journal.store import Store
from companion.web.page import responses, templates, typefaces
from companion.web.routes.site import Site


class FileRoutes:
    """Routes of files that belong to no table."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def static_file(self, request: Request) -> Response:
        """GET /static/NAME: a static file; with its current version in the address it may be cached for ever."""
        name = request.path_params["name"]
        newest = request.query_params.get("v") == templates.file_version(name)
        kept = "public, max-age=31536000, immutable" if newest else "no-cache"
        if face := templates.typeface_of(name):
            data = await asyncio.to_thread(typefaces.load_woff2, face)
            return Response(data, headers={"cache-control": kept}, media_type=typefaces.KIND)
        return responses.file_response(request, name, kept)

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
