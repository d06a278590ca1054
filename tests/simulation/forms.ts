import type { Dice } from './dice.ts';

/** What somebody could send from a page as it stands, read from its HTML as React writes it. */
export interface PageForm {
  /** Where it is sent to; null: to the page itself. */
  action: string | null;
  fields: Field[];
  /** Name and value of each button that sends it. */
  buttons: { name: string; value: string }[];
}

interface Field {
  name: string;
  type: string;
  value: string;
  isChecked: boolean;
  isRequired: boolean;
  min: string | null;
  max: string | null;
  options: string[];
}

const ELEMENT = /<(?<tag>input|button)\b(?<attributes>[^>]*)>|<(?<holder>textarea|select)\b(?<its>[^>]*)>(?<content>[\s\S]*?)<\/\k<holder>>/g;

interface Element {
  tag: string;
  attributes: Map<string, string>;
  content: string;
}

function elementsIn(html: string): Element[] {
  return [...html.matchAll(ELEMENT)].map(({ groups = {} }) => ({ tag: groups['tag'] ?? groups['holder'] ?? '', attributes: attributesOf(groups['attributes'] ?? groups['its'] ?? ''), content: groups['content'] ?? '' }));
}

export function formsIn(html: string): PageForm[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)];
  // A field outside names the form that it belongs to.
  const outside = elementsIn(html.replaceAll(/<form\b[^>]*>[\s\S]*?<\/form>/g, ''));
  return forms.flatMap(([, attributes = '', inside = '']) => {
    const own = attributesOf(attributes);
    if (own.get('method')?.toLowerCase() !== 'post') return [];
    const id = own.get('id');
    const elements = [...elementsIn(inside), ...outside.filter((element) => id !== undefined && element.attributes.get('form') === id)];
    return [{ action: own.get('action') ?? null, fields: elements.flatMap(fieldOf), buttons: elements.flatMap(buttonOf) }];
  });
}

function fieldOf({ tag, attributes, content }: Element): Field[] {
  const name = attributes.get('name');
  if (name === undefined || tag === 'button' || attributes.has('disabled')) return [];
  const options = [...content.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => attributesOf(option));
  const chosen = options.find((option) => option.has('selected')) ?? options[0];
  const type = tag === 'input' ? (attributes.get('type') ?? 'text') : tag;
  const value = { select: chosen?.get('value'), textarea: decoded(content) }[tag] ?? attributes.get('value') ?? (type === 'checkbox' ? 'on' : '');
  return [{ name, type, value, isChecked: attributes.has('checked'), isRequired: attributes.has('required'), min: attributes.get('min') ?? null, max: attributes.get('max') ?? null, options: options.filter((option) => !option.has('disabled')).map((option) => option.get('value') ?? '') }];
}

function buttonOf({ tag, attributes }: Element): PageForm['buttons'] {
  if (tag !== 'button' || (attributes.get('type') ?? 'submit') !== 'submit' || attributes.get('name') === '__intent__') return [];
  return [{ name: attributes.get('name') ?? '', value: attributes.get('value') ?? '' }];
}

function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name!.toLowerCase(), decoded(value ?? '')]));
}

const decoded = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

export const intentOf = (entries: readonly (readonly [string, string])[]): string | undefined => entries.find(([name]) => name === 'intent')?.[1];

export interface Filling {
  dice: Dice;
  /** YYYY-MM-DD. */
  today: string;
  /** In fields of these names. */
  wanted: Readonly<Record<string, string>>;
}

const WORDS = ['Gent del carrer', 'Colla Les Agulles', 'Al costat de la porta', 'Arròs <b>sense</b> sal', "L'any que ve"];

/** What a person would send: what stands there, what is asked for, and here and there something else. */
export function filled({ fields, buttons }: PageForm, { dice, today, wanted }: Filling): [string, string][] {
  const entries: [string, string][] = [];
  const radios = new Map<string, Field[]>();
  for (const field of fields) {
    const want = wanted[field.name.replace(/^.*\./, '')];
    if (field.type === 'radio') {
      radios.set(field.name, [...(radios.get(field.name) ?? []), field]);
    } else if (field.type === 'checkbox') {
      if (want === undefined ? field.isRequired || field.isChecked !== dice.chance(0.1) : want === field.value || want === 'on') entries.push([field.name, field.value]);
    } else if (field.type !== 'file' && field.type !== 'submit') {
      entries.push([field.name, want ?? typed(field, { dice, today })]);
    }
  }
  for (const [name, choices] of radios) {
    const checked = choices.find(({ isChecked }) => isChecked);
    const want = wanted[name.replace(/^.*\./, '')];
    entries.push([name, want ?? (checked === undefined || dice.chance(0.5) ? dice.pick(choices).value : checked.value)]);
  }
  const named = buttons.filter(({ name }) => name !== '');
  const button = named.length === 0 ? undefined : (named.find(({ value }) => value === wanted['intent']) ?? dice.pick(named));
  return button === undefined ? entries : [...entries, [button.name, button.value]];
}

function typed(field: Field, { dice, today }: Pick<Filling, 'dice' | 'today'>): string {
  const { type, value, isRequired, options } = field;
  if (type === 'hidden') return value;
  if (type === 'select') return options.length > 0 && (value === '' || dice.chance(0.5)) ? dice.pick(options) : value;
  if (value !== '' && !dice.chance(0.05)) return value;
  if (!isRequired && dice.chance(value === '' ? 0.4 : 0.85)) return value;
  switch (type) {
    case 'number':
      return String(dice.between(Number(field.min ?? 1), Number(field.max ?? Number(field.min ?? 1) + 4)));
    case 'date':
      return value === '' ? today : value;
    case 'time':
      return dice.pick(['20:30', '21:00', '23:45']);
    case 'email':
      return `festa${dice.between(1, 6)}@example.com`;
    case 'url':
      return 'https://example.com/falla';
    case 'tel':
      return '964000000';
    default:
      return value === '' ? dice.pick(WORDS) : `${value} `;
  }
}
