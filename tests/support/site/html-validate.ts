import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** What `html-validate` recommends, but for what a line here explains. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // How React writes HTML: `<br/>`, `required=""`, `autoComplete`. Browsers read the same.
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-case': 'off',
      // React's own ids begin with an underscore, those of a list's fields have its brackets; none begins with a digit, which a selector could not say.
      'valid-id': ['error', { relaxed: true }],
      'id-pattern': ['error', { pattern: '/^[A-Za-z_]/' }],
      // Boxes of a group share their name, and a button's intent takes the place of its form's.
      'form-dup-name': 'off',
      // Names of list items, headings and drawings, which ARIA allows.
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
    },
  }),
);

/** What is no valid HTML of a page, each once, with where it is. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? '?'})`));
  return [...new Set(faults)];
}
