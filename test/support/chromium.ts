import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a page is looked at. */
export interface Screen {
  readonly width: number;
  readonly height?: number;
  readonly isDark?: boolean;
  /** Its scripts do not run. */
  readonly withoutScripts?: boolean;
  /** It is asked for nothing that moves. */
  readonly isStill?: boolean;
  /** It has touches instead of a mouse. */
  readonly hasTouch?: boolean;
  /** It knows nothing of what other pages have kept: somebody else's browser. */
  readonly isApart?: boolean;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

const options = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--remote-debugging-port=0'],
];

/** A browser without a window, spoken to by the protocol of its developer tools. */
export class Chromium implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #folder: string;
  readonly #awaited = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #sent = 0;

  static async start(): Promise<Chromium> {
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-chromium-'));
    const child = spawn('chromium', [...options, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder },
    });
    const socket = new WebSocket(await addressOf(child));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new Chromium(child, socket, folder);
  }

  private constructor(child: ChildProcess, socket: WebSocket, folder: string) {
    this.#process = child;
    this.#socket = socket;
    this.#folder = folder;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined) this.#awaited.get(message.id)?.(message);
      else for (const listener of this.#listeners) listener(message);
    });
  }

  /** Opened and loaded. */
  async open(url: string, screen: Screen): Promise<Page> {
    const context = screen.isApart ? await this.send('Target.createBrowserContext', {}) : {};
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', ...context });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, String(sessionId));
    this.#listeners.add((message) => page.hear(message));
    await page.load(url, screen);
    return page;
  }

  async send(method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#sent;
    const { promise, resolve } = Promise.withResolvers<Message>();
    this.#awaited.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#socket.close();
    this.#process.kill('SIGKILL');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let text = '';
  for await (const piece of stderr!) {
    text += String(piece);
    const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
    if (address !== undefined) {
      stderr!.on('data', () => {}).resume();
      return address;
    }
  }
  throw new Error(`chromium has ended: ${text}`);
}

const keyCodes: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  Space: 32,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

interface Point {
  readonly x: number;
  readonly y: number;
}

interface AccessibleNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
}

export class Page {
  readonly #browser: Chromium;
  readonly #session: string;
  /** The addresses of all that was requested. */
  readonly requests: string[] = [];
  /** What the page complained of: errors of its scripts, and what its policy refused. */
  readonly complaints: string[] = [];
  #loaded: (() => void) | undefined;
  #screen: Screen = { width: 1280 };

  constructor(browser: Chromium, session: string) {
    this.#browser = browser;
    this.#session = session;
  }

  async load(url: string, screen: Screen): Promise<void> {
    const { withoutScripts = false, hasTouch = false } = screen;
    this.#screen = screen;
    for (const domain of ['Network', 'Page', 'Runtime', 'Log']) await this.#send(`${domain}.enable`, {});
    await this.#send('Emulation.setScriptExecutionDisabled', { value: withoutScripts });
    await this.#send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch });
    await this.look({});
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#loaded = resolve;
    await this.#send('Page.navigate', { url });
    await promise;
  }

  /** The page that is there, on a screen that differs by this from the one it was opened on. */
  async look(changes: Partial<Screen>): Promise<void> {
    const { width, height = 900, isDark = false, isStill = false } = { ...this.#screen, ...changes };
    const size = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
    await this.#send('Emulation.setDeviceMetricsOverride', size);
    const features = [
      { name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: isStill ? 'reduce' : 'no-preference' },
    ];
    await this.#send('Emulation.setEmulatedMedia', { features });
  }

  hear({ sessionId, method, params = {} }: Message): void {
    if (sessionId !== this.#session) return;
    if (method === 'Page.loadEventFired') this.#loaded?.();
    if (method === 'Network.requestWillBeSent') this.requests.push((params.request as { url: string }).url);
    if (method === 'Runtime.exceptionThrown') this.complaints.push(JSON.stringify(params.exceptionDetails));
    if (method === 'Log.entryAdded') this.complaints.push((params.entry as { text: string }).text);
    if (method === 'Page.javascriptDialogOpening')
      this.complaints.push(`a dialog: ${String(params.message)}`);
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const asked = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', asked);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value?: unknown }).value;
  }

  /** A key, by what it writes or its name; `code`: its place on the keyboard, where that is another. */
  async press(key: string, code = key): Promise<void> {
    const pressed = { key, code, windowsVirtualKeyCode: keyCodes[code] };
    const text = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, ...text });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  }

  async write(text: string): Promise<void> {
    for (const letter of text) await this.press(letter);
  }

  /** With the mouse, down at the first point and up at the last; one point is a click. */
  async drag(points: readonly Point[]): Promise<void> {
    const send = async (type: string, { x, y }: Point, buttons: number) =>
      await this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
    await send('mousePressed', points[0]!, 1);
    for (const point of points.slice(1)) await send('mouseMoved', point, 1);
    await send('mouseReleased', points.at(-1)!, 0);
  }

  /** The same with a finger. */
  async swipe(points: readonly Point[]): Promise<void> {
    const send = async (type: string, touchPoints: readonly Point[]) =>
      await this.#send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [points[0]!]);
    for (const point of points.slice(1)) await send('touchMove', [point]);
    await send('touchEnd', []);
  }

  /** What a screen reader is told of. */
  async accessible() {
    await this.#send('Accessibility.enable', {});
    const { nodes } = await this.#send('Accessibility.getFullAXTree', {});
    const all = nodes as readonly AccessibleNode[];
    return all
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => ({
        role: role?.value ?? '',
        name: name?.value ?? '',
        level: properties.find((property) => property.name === 'level')?.value.value as number | undefined,
      }));
  }

  /** The same, each as its role and its name. */
  async spoken(): Promise<readonly string[]> {
    return (await this.accessible()).map(({ role, name }) => `${role} ${name}`);
  }

  /** As a PNG, from its top. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(String(data), 'base64');
  }

  async #send(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    return await this.#browser.send(method, params, this.#session);
  }
}
