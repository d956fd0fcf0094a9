import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('what is put in is text, in an element and in a quoted attribute', () => {
  const hostile = `"><script>alert(1)</script>&amp;'`;
  const page = html`<p title="${hostile}" lang='${hostile}'>${hostile}</p>`.text;
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#39;';
  expect(page).toBe(`<p title="${escaped}" lang='${escaped}'>${escaped}</p>`);
});

test('whatever is put in, no character that HTML gives a meaning is left of it', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => !/[<>"']|&(?!(amp|lt|gt|quot|#39);)/.test(html`${text}`.text)));
});

test('what was made here is put in as it is, alone and in lists', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${html`<hr>`}${3}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>3');
});

test('an object that looks like HTML is none', () => {
  const forged = JSON.parse('{"text": "<script>"}') as string;
  expect(() => html`${forged}`.text).toThrow();
});
