import { Button, Group, Stack, Text } from '@mantine/core'
import type { Product } from '@spacekeeper/contract/vending/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { productsQuery } from './api.ts'
import { MachinesCard } from './machines-card.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductsTable } from './products-table.tsx'
import { StockDialog } from './stock-dialog.tsx'

type OpenProductDialog = { dialog: 'add' } | { dialog: 'change' | 'stock'; product: Product } | null

const ProductsPage = () => {
  const { t } = useTranslation('vending')
  const query = useQuery(productsQuery)
  const mayChange = isStaffFor(useProfile(), 'devices')
  const [open, setOpen] = useState<OpenProductDialog>(null)
  const close = () => setOpen(null)
  const add = mayChange ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('addProduct')}
    </Button>
  ) : null
  const acts = useMemo(
    () =>
      mayChange
        ? {
            onChange: (product: Product) => setOpen({ dialog: 'change', product }),
            onStock: (product: Product) => setOpen({ dialog: 'stock', product }),
          }
        : null,
    [mayChange],
  )
  return (
    <Stack gap="md">
      <Page
        query={query}
        skeleton={<RowsSkeleton rows={5} />}
        isEmpty={({ products }) => products.length === 0}
        empty={<Empty title={t('noProductsTitle')} text={t('noProductsText')} action={add} />}
      >
        {({ products }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={560}>
                {t('productsIntro')}
              </Text>
              {add}
            </Group>
            <ProductsTable products={products} acts={acts} />
          </>
        )}
      </Page>
      <MachinesCard />
      {open?.dialog === 'add' ? <ProductDialog product={null} onClose={close} /> : null}
      {open?.dialog === 'change' ? <ProductDialog product={open.product} onClose={close} /> : null}
      {open?.dialog === 'stock' ? <StockDialog product={open.product} onClose={close} /> : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/devices/products')({
  component: ProductsPage,
  staticData: {
    title: 'vending:titleProducts',
    loggedIn: true,
    staff: ['devices', 'money'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})
