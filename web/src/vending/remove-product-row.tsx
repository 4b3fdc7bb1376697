import { Button, Divider, Group, Text } from '@mantine/core'
import type { Product } from '@spacekeeper/contract/vending/shapes.ts'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removeProduct } from './api.ts'

/** Removes a product, after saying what that means. */
export const RemoveProductRow = ({ product, onRemoved }: { product: Product; onRemoved: () => void }) => {
  const { t } = useTranslation('vending')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id: productId, name } = product
  const remove = async () => {
    setBusy(true)
    try {
      await removeProduct({ productId })
      notify.done({ text: t('removed', { name }) })
      onRemoved()
    } catch (error) {
      notify.failed(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Divider />
      {isAsked ? <Text size="sm">{t('removeMeaning', { name })}</Text> : null}
      <Group justify="flex-start">
        {isAsked ? (
          <Button color="red" loading={isBusy} onClick={() => void remove()}>
            {t('removeIt', { name })}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('removeProduct')}
          </Button>
        )}
      </Group>
    </>
  )
}
