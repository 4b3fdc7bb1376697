import { Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { Product } from '@spacekeeper/contract/vending/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { parseAmount, parseCount, typedAmount } from '#platform/form/amounts.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { addProduct, machinesQuery, updateProduct } from './api.ts'
import { ProductPictureField } from './picture-field.tsx'
import { RemoveProductRow } from './remove-product-row.tsx'

const { shape } = vendingApi.addProduct.body

const amount = { read: parseAmount, words: () => describeKey('vending:amountWrong') }

const count = { read: parseCount, words: () => describeKey('vending:countWrong') }

/** A product as it is typed; amounts become cents, and an empty stock is none that is counted. */
const TypedProduct = z.object({
  name: shape.name,
  externalId: shape.externalId,
  /** Empty: every machine. */
  deviceId: z.string().transform((id) => (id === '' ? null : Number(id))),
  priceCents: typedNumber(shape.priceCents, amount),
  costPriceCents: typedNumber(shape.costPriceCents, { ...amount, empty: 0 }),
  stock: typedNumber(shape.stock, { ...count, empty: null }),
  isActive: z.boolean(),
})

const typedOf = (product: Product | null) => ({
  name: product?.name ?? '',
  externalId: product?.externalId ?? '',
  deviceId: product?.deviceId ? String(product.deviceId) : '',
  priceCents: product ? typedAmount(product.priceCents) : '',
  costPriceCents: product ? typedAmount(product.costPriceCents) : '',
  stock: '',
  isActive: product?.isActive ?? true,
})

/** Adds a product, or changes one that is there; then with its picture, and a way to remove it. */
export const ProductDialog = ({ product, onClose }: { product: Product | null; onClose: () => void }) => {
  const { t } = useTranslation('vending')
  return (
    <BasicDialog title={product ? t('changeOf', { name: product.name }) : t('addProduct')} onClose={onClose}>
      <Stack gap="md">
        {product ? <ProductPictureField product={product} /> : null}
        <DialogForm
          action={product ? t('save') : t('addProduct')}
          initial={typedOf(product)}
          schema={TypedProduct}
          submit={async ({ stock, ...details }) => {
            if (product) await updateProduct({ productId: product.id, ...details })
            else await addProduct({ ...details, stock })
            notify.done({ text: t(product ? 'saved' : 'added', { name: details.name }) })
          }}
          onClose={onClose}
        >
          {({ field }) => <Fields field={field} product={product} />}
        </DialogForm>
        {product ? <RemoveProductRow product={product} onRemoved={onClose} /> : null}
      </Stack>
    </BasicDialog>
  )
}

type ProductFieldsProps = Pick<ApiForm<ReturnType<typeof typedOf>>, 'field'> & { product: Product | null }

/** The machines a slot may belong to: those in use, and the one of the product. */
const useMachines = (product: Product | null) => {
  const machines = (useQuery(machinesQuery).data?.machines ?? []).filter(({ removedAt }) => removedAt === null)
  const { deviceId = null, deviceName = null } = product ?? {}
  const isListed = deviceId === null || machines.some(({ id }) => id === deviceId)
  return isListed ? machines : [...machines, { id: deviceId, name: deviceName ?? '' }]
}

const Fields = ({ field, product }: ProductFieldsProps) => {
  const { t } = useTranslation('vending')
  const machines = useMachines(product)
  return (
    <>
      <TextInput {...field('name')} label={t('name')} autoComplete="off" data-autofocus />
      <TextInput {...field('externalId')} label={t('slot')} description={t('slotHint')} autoComplete="off" />
      <NativeSelect
        {...field('deviceId')}
        label={t('machine')}
        description={t('machineHint')}
        data={[
          { value: '', label: t('everyMachine') },
          ...machines.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Group grow align="flex-start" gap="sm">
        <TextInput {...field('priceCents')} label={t('price')} inputMode="decimal" autoComplete="off" />
        <TextInput {...field('costPriceCents')} label={t('cost')} inputMode="decimal" autoComplete="off" />
      </Group>
      {product === null ? (
        <TextInput
          {...field('stock')}
          label={t('stock')}
          description={t('stockHint')}
          inputMode="numeric"
          autoComplete="off"
        />
      ) : null}
      <Switch {...field('isActive', 'checkbox')} label={t('forSale')} description={t('forSaleHint')} />
    </>
  )
}
