import { describe, expect, test } from 'vitest';

import { contentDisposition } from './content-disposition.ts';

describe('the name under which a file is saved', () => {
  test.each([
    [undefined, 'inline'],
    ['', 'inline'],
    ['\0\n', 'inline'],
    ['Llibret 2025.pdf', `inline; filename="Llibret 2025.pdf"; filename*=UTF-8''Llibret%202025.pdf`],
    ["L'Àlbum (2a).pdf", `inline; filename="L_Album _2a_.pdf"; filename*=UTF-8''L%27%C3%80lbum%20%282a%29.pdf`],
    ['../../etc/passwd', `inline; filename=".. .. etc passwd"; filename*=UTF-8''..%20..%20etc%20passwd`],
    ['a"; filename="evil.exe', `inline; filename="a__ filename__evil.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.exe`],
    ['a\r\nSet-Cookie: x=1', `inline; filename="a  Set-Cookie_ x_1"; filename*=UTF-8''a%20%20Set-Cookie%3A%20x%3D1`],
    ['gpj.\u202Efdp', `inline; filename="gpj. fdp"; filename*=UTF-8''gpj.%20fdp`],
    ['festa 🎉.pdf', `inline; filename="festa __.pdf"; filename*=UTF-8''festa%20%F0%9F%8E%89.pdf`],
  ])('%j', (name, header) => {
    expect(contentDisposition('inline', name)).toBe(header);
  });

  test('is no longer than a file system takes', () => {
    expect(contentDisposition('attachment', `${'é'.repeat(400)}.pdf`)).toBe(`attachment; filename="${'e'.repeat(150)}"; filename*=UTF-8''${'%C3%A9'.repeat(150)}`);
    expect(contentDisposition('attachment', `${'a'.repeat(149)}🎉`)).toContain('%EF%BF%BD');
  });
});
