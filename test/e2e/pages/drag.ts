import type { Locator, Page } from 'playwright-core';

/** What file managers allow. VS Code shows a drop on a row as a move. */
const COPY_LINK_MOVE = 19;

type Point = Readonly<Record<'x' | 'y', number>>;

/** Drags with the mouse, as a user does: VS Code starts a drag, and accepts a drop, only after moves in between. */
export async function dragWithMouse(page: Page, from: Locator, ...stops: readonly Locator[]): Promise<void> {
  const start = await centerOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 5, start.y + 5, { steps: 5 });
  for (const stop of stops) {
    // It may only appear once the drag is over the stop before, such as a view behind its icon.
    await stop.waitFor();
    const { x, y } = await centerOf(stop);
    await page.mouse.move(x, y - 3, { steps: 5 });
    await page.mouse.move(x, y);
  }
  await page.mouse.up();
}

/** Drops files of the system, by their paths. */
export async function dropFromSystem(page: Page, target: Locator, ...files: readonly string[]): Promise<void> {
  const { x, y } = await centerOf(target);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: COPY_LINK_MOVE };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

async function centerOf(place: Locator): Promise<Point> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) {
    throw new Error('It is not shown.');
  }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
