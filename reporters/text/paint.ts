import { styleText } from 'node:util';

/** Colours for a terminal; without colour each text stays unchanged. */
export type Paint = Readonly<Record<'bold' | 'red' | 'green' | 'yellow' | 'dim', (text: string) => string>>;

export function createPaint(color: boolean): Paint {
  const styled = (style: keyof Paint) => (text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  return {
    bold: styled('bold'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    dim: styled('dim'),
  };
}
