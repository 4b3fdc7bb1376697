import type { DeviceCommand } from '@spacekeeper/contract/devices.ts'
import { products } from '@spacekeeper/contract/products.ts'
import { vending } from '@spacekeeper/contract/vending.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { commandDevice } from '../devices/command-device.ts'
import { addProduct } from './add-product.ts'
import { changeProduct } from './change-product.ts'
import { getCreditLimits } from './get-credit-limits.ts'
import { listProducts } from './list-products.ts'
import { listPurchases } from './list-purchases.ts'
import { refundPurchase } from './refund-purchase.ts'
import { removeProduct } from './remove-product.ts'
import { setCreditLimits } from './set-credit-limits.ts'
import { setPicture } from './set-picture.ts'
import { setStock } from './set-stock.ts'
import { sumSales } from './sum-sales.ts'
import { uploadPicture } from './upload-picture.ts'

const command =
  (name: DeviceCommand) =>
  async ({ ctx, input }: { ctx: Ctx; input: { deviceId: number } }) => {
    await commandDevice(ctx, { deviceId: input.deviceId, kind: 'memberbucks', command: name })
    return { success: true }
  }

export const vendingRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: vending,
    handlers: {
      listPurchases: ({ ctx, input }) => listPurchases(ctx, input),
      getSales: ({ ctx, input }) => sumSales(ctx, input.deviceId),
      getCreditLimits: ({ ctx, input }) => getCreditLimits(ctx, input.deviceId),
      setCreditLimits: ({ ctx, input: { deviceId, ...limits } }) => setCreditLimits(ctx, { deviceId, limits }),
      refund: ({ ctx, input }) => refundPurchase(ctx, input),
      lock: command('lock'),
      unlock: command('unlock'),
      reboot: command('reboot'),
    },
  })

/** What the machines sell. */
export const productRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: products,
    handlers: {
      list: async ({ ctx }) => ({ products: await listProducts(ctx) }),
      add: async ({ ctx, input }) => ({ id: await addProduct(ctx, input) }),
      change: ({ ctx, input: { productId, ...details } }) => changeProduct(ctx, { productId, details }),
      remove: ({ ctx, input }) => removeProduct(ctx, input.productId),
      setStock: ({ ctx, input }) => setStock(ctx, input),
      uploadPicture: ({ ctx, input }) => uploadPicture(ctx, input),
      removePicture: ({ ctx, input }) => setPicture(ctx, { productId: input.productId, hash: null }),
    },
  })
