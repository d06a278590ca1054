import { describe, expect, test } from 'vitest';

import { fileTypeOf, isImageType } from './file-type.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('what a file is', () => {
  test.each([
    ['\xff\xd8\xff\xe0\x00\x10JFIF', 'jpeg'],
    ['\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'png'],
    ['RIFF\x24\x00\x00\x00WEBPVP8 ', 'webp'],
    ['GIF89a\x01\x00', 'gif'],
    ['GIF87a\x01\x00', 'gif'],
    ['%PDF-1.7\n%', 'pdf'],
  ])('%j is a %s', (beginning, type) => {
    expect(fileTypeOf(latin(beginning))).toBe(type);
  });

  test.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?><svg>',
    '<!doctype html><script>',
    '<?php system($_GET[0]);',
    'MZ\x90\x00\x03',
    'PK\x03\x04',
    'BM6\x00',
    'II*\x00',
    '\x00\x00\x00\x20ftypavif',
    'RIFF\x24\x00\x00\x00WAVEfmt ',
    '\xff\xd8',
    ' %PDF-1.7',
    '%PDF-',
    'GIF88a',
    '\x89PNG\n\x1a\n',
  ])('%j is none of ours', (beginning) => {
    expect(fileTypeOf(latin(beginning))).toBeNull();
    expect(isImageType(fileTypeOf(latin(beginning)))).toBe(false);
  });

  test('a PDF is no image', () => {
    expect(isImageType('pdf')).toBe(false);
    expect(isImageType('gif')).toBe(true);
  });
});
