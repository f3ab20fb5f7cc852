"""Changes that staff make to the two records (spec section 3). A running site shows them within five minutes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from gym_site.db.tables import BusinessInfo, LocalSeoContent


def change_page(engine: Engine, slug: str, changes: dict[str, Any]) -> None:
    """Write changed columns of a page's record; a page without one gets it. Raises `SQLAlchemyError`."""
    with Session(engine) as session:
        row = session.exec(select(LocalSeoContent).where(LocalSeoContent.page_slug == slug)).first()
        row = row or LocalSeoContent(page_slug=slug, title="", meta_description="")
        for name, value in changes.items():
            setattr(row, name, value)
        session.add(row)
        session.commit()


def change_business(engine: Engine, changes: dict[str, Any]) -> bool:
    """Write changed columns of the business record; False where there is none. Raises `SQLAlchemyError`."""
    with Session(engine) as session:
        row = session.exec(select(BusinessInfo).order_by(col(BusinessInfo.id))).first()
        if row is None:
            return False
        for name, value in changes.items():
            setattr(row, name, value)
        session.add(row)
        session.commit()
        return True
