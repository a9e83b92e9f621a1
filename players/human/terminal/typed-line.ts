import type { Key } from './keys.ts';

const LONGEST = 200;

export class TypedLine {
  text = '';

  /** Returns a finished line. */
  take(key: Key): string | undefined {
    switch (key.is) {
      case 'text':
        this.text = (this.text + key.text).slice(0, LONGEST);
        return undefined;
      case 'erase':
        this.text = [...this.text].slice(0, -1).join('');
        return undefined;
      case 'erase-line':
        this.text = '';
        return undefined;
      case 'enter': {
        const line = this.text;
        this.text = '';
        return line;
      }
      default:
        return undefined;
    }
  }
}
