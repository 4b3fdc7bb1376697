import { z } from 'zod'

/** A card on the home page: a link out, a link within the portal, several links, or just words. */
export const HomepageCard = z.object({
  title: z.string(),
  description: z.string(),
  icon: z.string().optional(),
  url: z.string().optional(),
  btn_text: z.string().optional(),
  routerLink: z.object({ name: z.string() }).optional(),
  links: z.array(z.object({ url: z.string(), btn_text: z.string(), newLine: z.boolean().optional() })).optional(),
})

export type HomepageCard = z.infer<typeof HomepageCard>
