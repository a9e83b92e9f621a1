import type { Key } from './keys.ts';

const LONGEST = 200;

/** The line that a person is typing. */
export class TypedLine {
  text = '';

  /** Answers the line when it is finished. */
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
