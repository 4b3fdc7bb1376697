import { useState } from 'react'
import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { products, type Product, type StockChange } from '@spacekeeper/contract/products.ts'
import { explain } from '#platform/form/explain.ts'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { refreshVending, setStock } from './api.ts'
import { readCount } from './read-product.ts'

const kinds = ['delivered', 'lost', 'counted'] as const
type Kind = (typeof kinds)[number]

const changeOf = (kind: Kind, count: number): StockChange => {
  if (kind === 'counted') return { kind: 'counted', stock: count }
  return { kind: 'added', by: kind === 'lost' ? -count : count }
}
const afterOf = (stock: number | null, change: StockChange) =>
  change.kind === 'counted' ? change.stock : (stock ?? 0) + change.by

const initial = { by: '', reason: '' }

/** Writes down a delivery, a loss or a count, and says what there will be before it is saved. */
export const StockDialog = ({ product, onClose }: { product: Product; onClose: () => void }) => {
  const { t } = useTranslation('vending')
  const client = useQueryClient()
  const { id: productId, name, stock } = product
  const [kind, setKind] = useState<Kind>('delivered')
  const schema = z.object({
    by:
      kind === 'counted'
        ? z.string().refine((text) => readCount(text) >= 0, t('countWrong'))
        : z.string().refine((text) => readCount(text) >= 1, t('countTooLow')),
    reason: products.setStock.body.shape.reason,
  })
  const write = async (input: { change: StockChange; reason: string }) => {
    const { stock: now } = await setStock({ productId, ...input })
    await refreshVending(client)
    notify.done({ text: now === null ? t('stockStopped', { name }) : t('stockSaved', { name, count: now }) })
    onClose()
  }
  const { values, field, failure, isBusy, formProps } = useForm({
    initial,
    schema,
    submit: ({ by, reason }) => write({ change: changeOf(kind, readCount(by)), reason }),
    explain: (error) => explain(error, ['by', 'reason']),
  })
  const count = readCount(values.by)
  const stop = () =>
    void write({ change: { kind: 'counted', stock: null }, reason: t('stopCounting') }).catch(notify.failed)
  return (
    <Modal opened onClose={onClose} title={t('stockOf', { name })} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form {...formProps}>
        <Stack gap="md">
          <SegmentedControl
            aria-label={t('what')}
            value={kind}
            onChange={setKind}
            data={kinds.map((value) => ({ value, label: t(value) }))}
          />
          <TextInput
            {...field('by')}
            label={t('howMany')}
            inputMode="numeric"
            autoComplete="off"
            required
            data-autofocus
          />
          <TextInput
            {...field('reason')}
            label={t('reason')}
            placeholder={t('reasonHint')}
            autoComplete="off"
            required
          />
          {Number.isNaN(count) ? null : <Effect stock={stock} after={afterOf(stock, changeOf(kind, count)) ?? 0} />}
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="space-between" gap="xs">
            {stock === null ? (
              <span />
            ) : (
              <Button variant="subtle" h={44} onClick={stop}>
                {t('stopCounting')}
              </Button>
            )}
            <Group gap="xs">
              <Button variant="default" h={44} onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" h={44} loading={isBusy}>
                {t('save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const Effect = ({ stock, after }: { stock: number | null; after: number }) => {
  const { t } = useTranslation('vending')
  const word = after < 0 ? 'stockTooFew' : 'stockEffect'
  return (
    <Text size="sm" role="status">
      {stock === null && after >= 0 ? t('stockBegins', { after }) : t(word, { before: stock ?? 0, after })}
    </Text>
  )
}
