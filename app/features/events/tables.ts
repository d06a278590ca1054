import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  events: { impersonal: ['title', 'location', 'description', 'image', 'visibility', 'reminder_at'] },
  event_sections: { impersonal: ['id', 'name'] },
  event_section_items: { impersonal: ['id', 'section_id', 'name', 'emoji', 'allergens', 'diets'] },
  event_additional_options: { impersonal: ['id', 'name', 'emoji', 'allergens', 'diets'] },
  dish_stock: { impersonal: ['item_id'] },
};
