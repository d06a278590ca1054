import { z } from 'zod';

const eventId = z.int().positive().max(2_147_483_647);

export const newPassSchema = z.object({ name: z.string().trim().min(1).max(80), eventIds: z.array(eventId).min(1).max(50), expiresAt: z.iso.datetime({ offset: true }) });
export const madePassSchema = z.object({ id: z.string(), token: z.string(), url: z.string() });
