import { Button, SegmentedControl, Text, TextInput } from '@mantine/core'
import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { Product, StockChange } from '@spacekeeper/contract/vending/shapes.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { setStock } from './api.ts'
import { readCount } from './typed-product.ts'

const kinds = ['delivered', 'lost', 'counted'] as const
type StockKind = (typeof kinds)[number]

const changeOf = (kind: StockKind, count: number): StockChange => {
  if (kind === 'counted') return { kind: 'counted', stock: count }
  return { kind: 'added', by: kind === 'lost' ? -count : count }
}
const afterOf = (stock: number | null, change: StockChange) =>
  change.kind === 'counted' ? change.stock : (stock ?? 0) + change.by

const initial: { kind: StockKind; by: string; reason: string } = { kind: 'delivered', by: '', reason: '' }

/** A count may be nothing, a delivery or a loss may not. */
const TypedStock = z
  .object({ kind: z.enum(kinds), by: z.string().trim().min(1), reason: vendingApi.setStock.body.shape.reason })
  .superRefine(({ kind, by }, context) => {
    const isCount = kind === 'counted'
    if (readCount(by) >= (isCount ? 0 : 1)) return
    const message = describeKey(isCount ? 'vending:countWrong' : 'vending:countTooLow')
    context.addIssue({ code: 'custom', path: ['by'], message })
  })

/** Writes down a delivery, a loss or a count, and says what there will be before it is saved. */
export const StockDialog = ({ product, onClose }: { product: Product; onClose: () => void }) => {
  const { t } = useTranslation('vending')
  const { id: productId, name, stock } = product
  const write = async (input: { change: StockChange; reason: string }) => {
    const { stock: now } = await setStock({ productId, ...input })
    notify.done({ text: now === null ? t('stockStopped', { name }) : t('stockSaved', { name, count: now }) })
    onClose()
  }
  const stop = () =>
    void write({ change: { kind: 'counted', stock: null }, reason: t('stopCounting') }).catch(notify.failed)
  return (
    <FormDialog
      title={t('stockOf', { name })}
      action={t('save')}
      initial={initial}
      schema={TypedStock}
      submit={({ kind, by, reason }) => write({ change: changeOf(kind, readCount(by)), reason })}
      onClose={onClose}
      aside={
        stock === null ? null : (
          <Button variant="subtle" onClick={stop}>
            {t('stopCounting')}
          </Button>
        )
      }
    >
      {({ field, values, set }) => (
        <>
          <SegmentedControl
            aria-label={t('what')}
            value={values.kind}
            onChange={(kind) => set('kind', kind)}
            data={kinds.map((value) => ({ value, label: t(value) }))}
          />
          <TextInput {...field('by')} label={t('howMany')} inputMode="numeric" autoComplete="off" data-autofocus />
          <TextInput {...field('reason')} label={t('reason')} placeholder={t('reasonHint')} autoComplete="off" />
          {Number.isNaN(readCount(values.by)) ? null : (
            <Effect stock={stock} after={afterOf(stock, changeOf(values.kind, readCount(values.by))) ?? 0} />
          )}
        </>
      )}
    </FormDialog>
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
