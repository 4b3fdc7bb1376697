import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { commandHandlers } from '../devices/commands.ts'
import { getCreditLimits, updateCreditLimits } from './credit-limits.ts'
import {
  createProduct,
  updateProduct,
  listProducts,
  removeProduct,
  setPicture,
  setStock,
  uploadProductPicture,
} from './products.ts'
import { refundPurchase } from './refunds.ts'
import { listMachines, listPurchases, sumSales } from './sales.ts'

export const vendingRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: vendingApi,
    handlers: {
      listMachines: async ({ ctx }) => ({ machines: await listMachines(ctx) }),
      listPurchases: ({ ctx, input }) => listPurchases(ctx, input),
      getSales: ({ ctx, input }) => sumSales(ctx, input.deviceId),
      getCreditLimits: ({ ctx, input }) => getCreditLimits(ctx, input.deviceId),
      setCreditLimits: ({ ctx, input: { deviceId, ...limits } }) => updateCreditLimits(ctx, { deviceId, limits }),
      refund: ({ ctx, input }) => refundPurchase(ctx, input),
      ...commandHandlers('memberbucks', (input: { deviceId: number }) => input.deviceId),
      listProducts: async ({ ctx }) => ({ products: await listProducts(ctx) }),
      addProduct: async ({ ctx, input }) => ({ id: await createProduct(ctx, input) }),
      updateProduct: ({ ctx, input: { productId, ...details } }) => updateProduct(ctx, { productId, details }),
      removeProduct: ({ ctx, input }) => removeProduct(ctx, input.productId),
      setStock: ({ ctx, input }) => setStock(ctx, input),
      uploadPicture: ({ ctx, input }) => uploadProductPicture(ctx, input),
      removePicture: ({ ctx, input }) => setPicture(ctx, { productId: input.productId, hash: null }),
    },
  })
