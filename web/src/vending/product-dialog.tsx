import { useState } from 'react'
import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Product } from '@spacekeeper/contract/products.ts'
import { explain } from '#platform/form/explain.ts'
import { typedAmount } from '#platform/form/parse-amount.ts'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { addProduct, changeProduct, refreshVending } from './api.ts'
import { PictureField } from './picture-field.tsx'
import { readProduct } from './read-product.ts'
import { RemoveProductRow } from './remove-product-row.tsx'

const names = ['name', 'externalId', 'priceCents', 'costPriceCents', 'stock'] as const

const typedOf = (product: Product | null) => ({
  name: product?.name ?? '',
  externalId: product?.externalId ?? '',
  priceCents: product ? typedAmount(product.priceCents) : '',
  costPriceCents: product ? typedAmount(product.costPriceCents) : '',
  stock: '',
})

/** Adds a product, or changes one that is there; then with its picture, and a way to remove it. */
export const ProductDialog = ({ product, onClose }: { product: Product | null; onClose: () => void }) => {
  const { t } = useTranslation('vending')
  const client = useQueryClient()
  const [isActive, setActive] = useState(product?.isActive ?? true)
  const { field, failure, isBusy, formProps } = useForm({
    initial: typedOf(product),
    schema: readProduct,
    submit: async ({ stock, ...typed }) => {
      const details = { ...typed, isActive }
      if (product) await changeProduct({ productId: product.id, ...details })
      else await addProduct({ ...details, stock })
      await refreshVending(client)
      notify.done({ text: t(product ? 'saved' : 'added', { name: typed.name }) })
      onClose()
    },
    explain: (error) => explain(error, names),
  })
  const title = product ? t('changeOf', { name: product.name }) : t('addProduct')
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <Stack gap="md">
        {product ? <PictureField product={product} /> : null}
        <form {...formProps}>
          <Stack gap="md">
            <TextInput {...field('name')} label={t('name')} autoComplete="off" required data-autofocus />
            <TextInput
              {...field('externalId')}
              label={t('slot')}
              description={t('slotHint')}
              autoComplete="off"
              required
            />
            <Group grow align="flex-start" gap="sm">
              <TextInput {...field('priceCents')} label={t('price')} inputMode="decimal" autoComplete="off" required />
              <TextInput {...field('costPriceCents')} label={t('cost')} inputMode="decimal" autoComplete="off" />
            </Group>
            {product ? null : (
              <TextInput
                {...field('stock')}
                label={t('stock')}
                description={t('stockHint')}
                inputMode="numeric"
                autoComplete="off"
              />
            )}
            <Switch
              label={t('forSale')}
              description={t('forSaleHint')}
              checked={isActive}
              onChange={(event) => setActive(event.currentTarget.checked)}
            />
            {failure ? <FormError>{failure}</FormError> : null}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" h={44} onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" h={44} loading={isBusy}>
                {product ? t('save') : t('addProduct')}
              </Button>
            </Group>
          </Stack>
        </form>
        {product ? <RemoveProductRow product={product} onRemoved={onClose} /> : null}
      </Stack>
    </Modal>
  )
}
