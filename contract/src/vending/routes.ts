import { z } from 'zod'
import { commandRoutes } from '../devices/routes.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Id, routes, Empty, pictureUpload, DeviceParams } from '../route.ts'
import { Product, ProductDetails, Count, StockChange, Purchase, Sales, CreditLimits, SellingMachine } from './shapes.ts'

const Params = z.object({ productId: Id })

const readers = ['staff.devices', 'staff.money'] as const

export const vendingApi = routes({
  listMachines: {
    method: 'GET',
    path: '/api/admin/products/machines/',
    access: readers,
    summary: 'Every memberbucks device, by name, those out of use last; at most 500.',
    output: z.object({ machines: z.array(SellingMachine) }),
  },
  listProducts: {
    method: 'GET',
    path: '/api/admin/products/',
    access: ['staff.devices', 'staff.money'],
    summary: 'What memberbucks devices sell, by name; at most 1,000.',
    output: z.object({ products: z.array(Product) }),
  },
  addProduct: {
    method: 'POST',
    path: '/api/admin/products/',
    access: 'staff.devices',
    summary: 'Adds a product. No other one may be called the same by machines.',
    body: ProductDetails.extend({ stock: Count.nullable() }),
    output: z.object({ id: z.number().int() }),
  },
  updateProduct: {
    method: 'PATCH',
    path: '/api/admin/products/:productId/',
    access: 'staff.devices',
    summary: 'Changes a product. What is left out stays as it is, and what was sold keeps the price it was sold at.',
    params: Params,
    body: ProductDetails.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  removeProduct: {
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
  listPurchases: {
    method: 'GET',
    path: '/api/admin/memberbucks-devices/:deviceId/purchases/',
    access: readers,
    summary: 'What was bought and paid in at a memberbucks device, newest first, a page at a time.',
    params: DeviceParams,
    query: z.object({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ purchases: z.array(Purchase), hasMore: z.boolean() }),
    errors: ['notFound'],
  },
  getSales: {
    method: 'GET',
    path: '/api/admin/memberbucks-devices/:deviceId/sales/',
    access: readers,
    summary: 'What a memberbucks device has sold altogether, and the 50 members who bought most.',
    params: DeviceParams,
    output: Sales,
    errors: ['notFound'],
  },
  getCreditLimits: {
    method: 'GET',
    path: '/api/admin/memberbucks-devices/:deviceId/credits/',
    access: readers,
    summary: 'How much a memberbucks device may pay onto balances.',
    params: DeviceParams,
    output: CreditLimits.extend({ canChange: z.boolean() }),
    errors: ['notFound'],
  },
  setCreditLimits: {
    method: 'PUT',
    path: '/api/admin/memberbucks-devices/:deviceId/credits/',
    access: 'staff.money',
    summary: 'Changes how much a memberbucks device may pay onto balances. What is left out stays as it is.',
    params: DeviceParams,
    body: CreditLimits.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  refund: {
    method: 'POST',
    path: '/api/admin/purchases/:purchaseId/refund/',
    access: 'staff.money',
    summary: 'Gives the money of a purchase back, once; the member is told. Only administrators for themselves.',
    params: z.object({ purchaseId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    body: z.object({ reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)) }),
    output: z.object({ balanceCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'alreadyReversed'],
  },
  ...commandRoutes('memberbucks', {
    path: '/api/access/memberbucks-devices/:deviceId/',
    params: DeviceParams,
    isForApiKeys: false,
  }),
})
