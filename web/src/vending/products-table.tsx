import { Button } from '@mantine/core'
import type { Product } from '@spacekeeper/contract/vending/shapes.ts'
import { useMemo } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { RowsTable, rowsColumns } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useMoney } from '../platform/session/site.ts'
import { ProductBadge } from './product-badge.tsx'
import classes from './vending.module.css'

/** At this stock the product should be refilled. */
const few = 5

const Stock = ({ product }: { product: Product }) => {
  const { t } = useTranslation('vending')
  const { stock } = product
  if (stock === null) return <span className={classes.more}>{t('notCounted')}</span>
  if (stock === 0) return <Status kind="refused">{t('soldOut')}</Status>
  const words = t('left', { count: stock })
  return stock <= few ? <Status kind="warning">{words}</Status> : words
}

const Name = ({ product }: { product: Product }) => {
  const { t } = useTranslation('vending')
  return (
    <span className={classes.who}>
      <ProductBadge picture={product.picture} />
      <span className={classes.words}>
        {product.name}
        <span className={classes.more}>
          {product.deviceName === null
            ? t('slotOf', { id: product.externalId })
            : t('slotAt', { id: product.externalId, machine: product.deviceName })}
        </span>
        {product.isActive ? null : <Status kind="none">{t('notForSale')}</Status>}
      </span>
    </span>
  )
}

/** Null for staff who may only look. */
type Acts = { onChange: (product: Product) => void; onStock: (product: Product) => void } | null
type Props = { products: readonly Product[]; acts: Acts }

const Buttons = ({ product, acts }: { product: Product; acts: Acts }) => {
  const { t } = useTranslation('vending')
  if (!acts) return null
  const { name } = product
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => acts.onStock(product)}
        aria-label={t('stockOf', { name })}
      >
        {t('stock')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => acts.onChange(product)}
        aria-label={t('changeOf', { name })}
      >
        {t('change')}
      </Button>
    </span>
  )
}

const helper = rowsColumns<Product>()

type ColumnsOptions = { t: Translate<'vending'>; money: (cents: number) => string; acts: Acts }

const columnsOf = ({ t, money, acts }: ColumnsOptions) => {
  const buttons = helper.display({
    id: 'change',
    header: t('change'),
    cell: ({ row }) => <Buttons product={row.original} acts={acts} />,
    meta: { phone: 'when' },
  })
  return helper.columns([
    helper.accessor('name', {
      header: t('product'),
      cell: ({ row }) => <Name product={row.original} />,
      meta: { phone: 'who' },
    }),
    helper.accessor('priceCents', {
      header: t('price'),
      cell: ({ getValue }) => money(getValue()),
      meta: { phone: 'where' },
    }),
    helper.accessor('costPriceCents', { header: t('cost'), cell: ({ getValue }) => money(getValue()) }),
    helper.accessor('stock', {
      header: t('stock'),
      cell: ({ row }) => <Stock product={row.original} />,
      meta: { phone: 'what' },
    }),
    helper.accessor('soldLately', { header: t('sold'), cell: ({ getValue }) => formatNumber(getValue()) }),
    ...(acts ? [buttons] : []),
  ])
}

/** What machines sell, with what is left of it. */
export const ProductsTable = ({ products, acts }: Props) => {
  const { t } = useTranslation('vending')
  const money = useMoney()
  const columns = useMemo(() => columnsOf({ t, money, acts }), [t, money, acts])
  return <RowsTable rows={products} keyOf={({ id }) => id} label={t('titleProducts')} filter="" columns={columns} />
}
