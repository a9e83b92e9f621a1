import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page as Tab,
} from 'playwright-core';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';

/** The first has no windows at all, and starts with half of the other's processor time. */
const program = findProgram('chromium-headless-shell') ?? findProgram('chromium');

/** Why a test is skipped that needs it; false where it is there. */
export const withoutChromium = program === undefined && 'chromium is not installed';

export interface Screen {
  readonly width: number;
  readonly height?: number;
  readonly isDark?: boolean;
  readonly withoutScripts?: boolean;
  /** It is asked for nothing that moves. */
  readonly isStill?: boolean;
  readonly hasTouch?: boolean;
  /** It knows nothing of what other pages have kept: somebody else's browser. */
  readonly isApart?: boolean;
}

let started: Promise<Browser> | undefined;

/** One for all tests of a file: its start takes a second of processor time. */
async function browserOfTests(): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'wordhost-chromium-'));
  const env = { ...process.env, HOME: home } as Record<string, string>;
  // Its own sandbox does not start for root, and not where namespaces are forbidden.
  const browser = await chromium.launch({ executablePath: program!, env, chromiumSandbox: false });
  t.teardown(async () => {
    await browser.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  return browser;
}

/** What one test has of a browser without a window: the one of the system, by Playwright. */
export class Chromium implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  #shared: Promise<BrowserContext> | undefined;

  static async start(): Promise<Chromium> {
    started ??= browserOfTests();
    return new Chromium(await started);
  }

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(url: string, screen: Screen): Promise<Page> {
    const tab = await (await this.#contextFor(screen)).newPage();
    const page = new Page(tab, screen);
    await page.look({});
    await tab.goto(url, { waitUntil: 'load' });
    if (!screen.withoutScripts) await page.loaded();
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const context of this.#contexts) await context.close();
  }

  /** All pages know what the others have kept, but those that differ in what a context is for. */
  async #contextFor({ width, withoutScripts = false, hasTouch = false, isApart = false }: Screen) {
    const isMobile = width < 600;
    if (withoutScripts || hasTouch || isApart || isMobile)
      return await this.#newContext({ javaScriptEnabled: !withoutScripts, hasTouch, isMobile });
    this.#shared ??= this.#newContext({});
    return await this.#shared;
  }

  async #newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    return context;
  }
}

/** Games that can be seen have been unpacked by their script. Playwright's own way to wait is refused by a page's policy. */
const gamesAlive = `new Promise((resolve, reject) => {
  const end = Date.now() + 60000;
  const look = () => {
    if ([...document.querySelectorAll('word-game:not(.alive)')].every((game) => !game.checkVisibility())) resolve();
    else if (Date.now() > end) reject(new Error('a game is not alive'));
    else setTimeout(look, 20);
  };
  look();
})`;

/** A color in the middle of its transition is one that nobody chose. */
const transitionsEnded = `Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => undefined)`;

interface Point {
  readonly x: number;
  readonly y: number;
}

export class Page {
  readonly #tab: Tab;
  readonly #screen: Screen;
  readonly requests: string[] = [];
  /** What the page complained of: errors of its scripts, and what its policy refused. */
  readonly complaints: string[] = [];
  #session: CDPSession | undefined;

  constructor(tab: Tab, screen: Screen) {
    this.#tab = tab;
    this.#screen = screen;
    tab.on('request', (request) => this.requests.push(request.url()));
    tab.on('pageerror', (error) => this.complaints.push(String(error)));
    tab.on('console', (message) => {
      const [text, { url }] = [message.text(), message.location()];
      this.complaints.push(text.startsWith('Failed to load') ? `${text}: ${url}` : text);
    });
    tab.on('dialog', (dialog) => {
      this.complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** The page that is there, on a screen that differs by this from the one it was opened on. */
  async look(changes: Partial<Screen>): Promise<void> {
    const { width, height = 900, isDark = false, isStill = false } = { ...this.#screen, ...changes };
    await this.#tab.setViewportSize({ width, height });
    await this.#tab.emulateMedia({
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: isStill ? 'reduce' : 'no-preference',
    });
    await this.#tab.evaluate(transitionsEnded);
  }

  /** Waits for games that can be seen. */
  async loaded(): Promise<void> {
    await this.#tab.waitForLoadState('load');
    await this.#tab.evaluate(gamesAlive);
  }

  /** Clicks what leads to another page, and waits for that. */
  async leaveBy(selector: string): Promise<void> {
    const before = this.#tab.url();
    await this.#tab.click(selector);
    await this.#tab.waitForURL(({ href }) => href !== before);
  }

  async evaluate(expression: string): Promise<unknown> {
    return await this.#tab.evaluate(expression);
  }

  async goTo(url: string): Promise<void> {
    await this.#tab.goto(url, { waitUntil: 'load' });
  }

  /** The next request for such an address gets the answer of a proxy whose server is away. */
  async refuseNext(address: string): Promise<void> {
    await this.#tab.route(address, async (route) => await route.fulfill({ status: 503 }), { times: 1 });
  }

  /** A key, by what it writes or its name. */
  async press(key: string): Promise<void> {
    await this.#tab.keyboard.press(key);
  }

  async write(text: string): Promise<void> {
    await this.#tab.keyboard.type(text);
  }

  /** With the mouse, once it stays where it is. */
  async click(selector: string): Promise<void> {
    await this.#tab.click(selector);
  }

  async hover(selector: string): Promise<void> {
    await this.#tab.hover(selector);
  }

  /** With the mouse, down at the first point and up at the last; one point is a click. */
  async drag(points: readonly Point[]): Promise<void> {
    const { mouse } = this.#tab;
    await mouse.move(points[0]!.x, points[0]!.y);
    await mouse.down();
    for (const { x, y } of points.slice(1)) await mouse.move(x, y);
    await mouse.up();
  }

  async swipe(points: readonly Point[]): Promise<void> {
    const session = await this.#protocol();
    const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [points[0]!]);
    for (const point of points.slice(1)) await send('touchMove', [point]);
    await send('touchEnd', []);
  }

  /** What a screen reader is told of, each as its role and its name. */
  async spoken(): Promise<readonly string[]> {
    const { nodes } = await (await this.#protocol()).send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => `${role?.value ?? ''} ${name?.value ?? ''}`);
  }

  async screenshot(): Promise<Buffer> {
    return await this.#tab.screenshot();
  }

  /** What Playwright has no words for. */
  async #protocol(): Promise<CDPSession> {
    this.#session ??= await this.#tab.context().newCDPSession(this.#tab);
    return this.#session;
  }
}
