import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Product } from '@spacekeeper/contract/products.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { RowsTable } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import { ProductBadge } from './product-badge.tsx'
import { useMoney } from './use-money.ts'
import classes from './vending.module.css'

/** So few, and somebody should fetch more. */
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
        <span className={classes.more}>{t('slotOf', { id: product.externalId })}</span>
        {product.isActive ? null : <Status kind="none">{t('notForSale')}</Status>}
      </span>
    </span>
  )
}

/** Null for whoever may only look. */
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

/** What machines sell, with what is left of it. */
export const ProductsTable = ({ products, acts }: Props) => {
  const { t } = useTranslation('vending')
  const money = useMoney()
  const name = (product: Product) => <Name product={product} />
  const stock = (product: Product) => <Stock product={product} />
  const buttons = (product: Product) => <Buttons product={product} acts={acts} />
  return (
    <RowsTable
      rows={products}
      keyOf={({ id }) => id}
      label={t('titleProducts')}
      filter=""
      columns={[
        { head: t('product'), cell: name },
        { head: t('price'), cell: ({ priceCents }) => money(priceCents) },
        { head: t('cost'), cell: ({ costPriceCents }) => money(costPriceCents) },
        { head: t('stock'), cell: stock },
        { head: t('sold'), cell: ({ soldLately }) => formatNumber(soldLately) },
        ...(acts ? [{ head: t('change'), cell: buttons }] : []),
      ]}
      phone={(product) => ({
        who: name(product),
        where: money(product.priceCents),
        what: stock(product),
        when: buttons(product),
      })}
    />
  )
}
