import { Button, SegmentedControl, Text, TextInput } from '@mantine/core'
import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { Product, StockChange } from '@spacekeeper/contract/vending/shapes.ts'
import { z } from 'zod'
import { parseCount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { setStock } from './api.ts'

const kinds = ['delivered', 'lost', 'counted'] as const
type StockKind = (typeof kinds)[number]

const changeOf = (kind: StockKind, count: number): StockChange => {
  if (kind === 'counted') return { kind: 'counted', stock: count }
  return { kind: 'added', by: kind === 'lost' ? -count : count }
}
const afterOf = (stock: number | null, change: StockChange) =>
  change.kind === 'counted' ? change.stock : (stock ?? 0) + change.by

const initial: { kind: StockKind; by: string; reason: string } = { kind: 'delivered', by: '', reason: '' }

const { shape } = vendingApi.setStock.body

/** A change as it is typed. A count may be nothing, a delivery or a loss may not. */
const typedChange = (kind: StockKind) =>
  typedNumber(shape.change, {
    read: (text) => {
      const count = parseCount(text)
      return count === null ? null : changeOf(kind, count)
    },
    words: () => describeKey('vending:countWrong'),
  })

const TypedStock = z
  .object({ kind: z.enum(kinds), by: z.string().trim().min(1), reason: shape.reason })
  .transform(({ kind, by, reason }, context) => {
    const { data: change, error } = typedChange(kind).safeParse(by)
    if (change) return { change, reason }
    context.addIssue({ code: 'custom', path: ['by'], message: error?.issues[0]?.message })
    return z.NEVER
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
      submit={write}
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
          <Effect stock={stock} change={typedChange(values.kind).safeParse(values.by).data} />
        </>
      )}
    </FormDialog>
  )
}

const Effect = ({ stock, change }: { stock: number | null; change: StockChange | undefined }) => {
  const { t } = useTranslation('vending')
  if (!change) return null
  const after = afterOf(stock, change) ?? 0
  const word = after < 0 ? 'stockTooFew' : 'stockEffect'
  return (
    <Text size="sm" role="status">
      {stock === null && after >= 0 ? t('stockBegins', { after }) : t(word, { before: stock ?? 0, after })}
    </Text>
  )
}
