import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, routes } from './route.ts'
import { pictureUpload } from './site.ts'

const Cents = z
  .number()
  .int('An amount in whole cents.')
  .min(0, 'Not less than nothing.')
  .max(1_000_000, 'At most 10,000.00.')
const Count = z.number().int('A whole number.').min(0, 'Not less than nothing.').max(1_000_000, 'At most 1,000,000.')

/** Something machines sell. */
export const Product = z.object({
  id: z.number().int(),
  name: z.string(),
  /** What machines call it, such as the number of a slot. */
  externalId: z.string(),
  priceCents: z.number().int(),
  costPriceCents: z.number().int(),
  /** Null: not counted. */
  stock: z.number().int().nullable(),
  /** Machines cannot sell what is not active. */
  isActive: z.boolean(),
  /** The address of its picture. */
  picture: z.string().nullable(),
  /** How many were sold in 30 days, without what was refunded. */
  soldLately: z.number().int(),
})
export type Product = z.infer<typeof Product>

/** What staff write down of a product. The number of a slot is digits, anything else a name without blanks at its ends. */
export const ProductDetails = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)),
  externalId: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  priceCents: Cents.min(1, 'More than nothing.'),
  costPriceCents: Cents,
  isActive: z.boolean(),
})
export type ProductDetails = z.infer<typeof ProductDetails>

/** A stock that was counted (null: it is counted no longer), or so many more or fewer than there were. */
export const StockChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counted'), stock: Count.nullable() }),
  z.object({
    kind: z.literal('added'),
    by: z
      .number()
      .int('A whole number.')
      .min(-100_000, 'At most 100,000.')
      .max(100_000, 'At most 100,000.')
      .refine((by) => by !== 0, 'How many?'),
  }),
])
export type StockChange = z.infer<typeof StockChange>

const Params = z.object({ productId: Id })

export const products = routes({
  list: {
    method: 'GET',
    path: '/api/admin/products/',
    access: ['staff.devices', 'staff.money'],
    summary: 'What memberbucks devices sell, by name; at most 1,000.',
    output: z.object({ products: z.array(Product) }),
  },
  add: {
    method: 'POST',
    path: '/api/admin/products/',
    access: 'staff.devices',
    summary: 'Adds a product. No other one may be called the same by machines.',
    body: ProductDetails.extend({ stock: Count.nullable() }),
    output: z.object({ id: z.number().int() }),
  },
  change: {
    method: 'PATCH',
    path: '/api/admin/products/:productId/',
    access: 'staff.devices',
    summary: 'Changes a product. What is left out stays as it is, and what was sold keeps the price it was sold at.',
    params: Params,
    body: ProductDetails.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/products/:productId/',
    access: 'staff.devices',
    summary: 'Takes a product out of the list for good. What was bought of it stays.',
    params: Params,
    output: Empty,
    errors: ['notFound'],
  },
  setStock: {
    method: 'POST',
    path: '/api/admin/products/:productId/stock/',
    access: 'staff.devices',
    summary: 'Writes down a count, a delivery or a loss, with its reason.',
    params: Params,
    body: z.object({ change: StockChange, reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(200)) }),
    output: z.object({ stock: z.number().int().nullable() }),
    errors: ['notFound'],
  },
  uploadPicture: {
    method: 'PUT',
    path: '/api/admin/products/:productId/picture/',
    access: 'staff.devices',
    summary: 'Makes the picture of a product of what is uploaded.',
    params: Params,
    upload: pictureUpload,
    output: z.object({ picture: z.string() }),
    errors: ['notFound', 'tooLarge', 'wrongType'],
  },
  removePicture: {
    method: 'DELETE',
    path: '/api/admin/products/:productId/picture/',
    access: 'staff.devices',
    summary: 'Takes the picture of a product away.',
    params: Params,
    output: Empty,
    errors: ['notFound'],
  },
})
