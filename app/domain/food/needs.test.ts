import { describe, expect, test } from 'vitest';

import { contentText, soldContent } from './allergens.ts';
import { clashes, clashText, readNeeds } from './needs.ts';

describe('what a dish is said to contain', () => {
  test('is never none by default', () => {
    expect(contentText({})).toBe("Sense informació d'al·lèrgens");
    expect(contentText({ allergens: [], diets: ['vegan', 'vegetarian'] })).toBe('Cap dels 14 al·lèrgens · vegà');
    expect(contentText({ allergens: ['milk', 'gluten', 'eggs'], diets: ['vegetarian'] })).toBe('Conté gluten, ous i llet · vegetarià');
  });

  test('leaves no trace on a ticket where nobody said anything', () => {
    expect(soldContent({ allergens: null, diets: [] })).toEqual({});
    expect(soldContent({ allergens: [], diets: [] })).toEqual({ allergens: [] });
  });
});

describe('needs', () => {
  test('are taken with consent alone, and no consent is asked for nothing', () => {
    expect(readNeeds({ codes: ['milk', 'gluten', 'milk'], other: '  kiwi  ', consent: true })).toEqual({ codes: ['gluten', 'milk'], other: 'kiwi', firstName: null, forOther: false, consentVersion: '2026-11' });
    expect(readNeeds({ codes: ['milk'] })).toBe('consent_missing');
    expect(readNeeds({ codes: [], other: '   ' })).toBeNull();
    expect(readNeeds(undefined)).toBeNull();
  });

  test('are refused where nobody could read them', () => {
    for (const codes of [['water'], ['constructor'], ['']]) expect(readNeeds({ codes, consent: true })).toBe('bad_needs');
    expect(readNeeds({ codes: [], other: 'a'.repeat(201), consent: true })).toBe('bad_needs');
    expect(readNeeds({ codes: ['milk'], firstName: 'a'.repeat(31), consent: true })).toBe('bad_needs');
  });

  test('speak against a dish that contains them, and against one of which nobody said', () => {
    const against = (content: Parameters<typeof clashes>[0], ...needs: string[]): string[] => clashes(content, needs).map(clashText);
    expect(against({ allergens: ['milk', 'eggs'] }, 'milk', 'nuts')).toEqual(['Conté llet']);
    expect(against({ allergens: ['eggs'] }, 'milk')).toEqual([]);
    expect(against({ allergens: null }, 'milk')).toEqual(['Sense informació: pregunta-ho']);
    expect(against({ allergens: [] }, 'vegetarian')).toEqual(['No consta com a vegetarià']);
    expect(against({ allergens: [], diets: ['vegan'] }, 'vegetarian')).toEqual([]);
    expect(against({ allergens: [], diets: ['vegetarian'] }, 'vegan')).toEqual(['No consta com a vegà']);
    expect(against({ diets: ['vegetarian'] }, 'vegetarian', 'nuts')).toEqual(['Sense informació: pregunta-ho']);
    expect(against({}, 'accessible')).toEqual([]);
  });
});
