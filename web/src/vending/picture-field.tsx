import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { pictureUpload } from '@spacekeeper/contract/route.ts'
import type { Product } from '@spacekeeper/contract/vending/shapes.ts'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { removePicture, uploadPicture } from './api.ts'
import { ProductBadge } from './product-badge.tsx'

const mediaTypes: readonly string[] = pictureUpload.mediaTypes
const size = String(pictureUpload.maxBytes / 1_000_000)

/** The picture of a product; one that is chosen is its picture at once. */
export const ProductPictureField = ({ product }: { product: Product }) => {
  const { t } = useTranslation('vending')
  const [picture, setPicture] = useState(product.picture)
  const [reason, setReason] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { id: productId } = product

  const run = async (change: () => Promise<string | null>) => {
    setBusy(true)
    setReason(null)
    try {
      setPicture(await change())
    } catch (error) {
      setReason(fieldErrors(error)['picture'] ?? errorText(error))
    }
    setBusy(false)
  }
  const choose = async (file: File | null) => {
    if (!file) return
    if (!mediaTypes.includes(file.type) || file.size > pictureUpload.maxBytes) setReason(t('pictureWrong', { size }))
    else await run(async () => (await uploadPicture({ productId, file })).picture)
  }
  const takeAway = () =>
    run(async () => {
      await removePicture({ productId })
      return null
    })
  return (
    <Stack gap={6} role="group" aria-label={t('picture')}>
      <Group gap="md" wrap="nowrap">
        <ProductBadge picture={picture} isLarge />
        <Stack gap="xs" align="flex-start">
          <FileButton accept={pictureUpload.mediaTypes.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={isBusy} leftSection={<IconPhotoUp size={16} aria-hidden />}>
                {t('choosePicture')}
              </Button>
            )}
          </FileButton>
          {picture === null ? (
            <Text size="sm" c="dimmed">
              {t('pictureHint', { size })}
            </Text>
          ) : (
            <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={() => void takeAway()}>
              {t('removePicture')}
            </Button>
          )}
        </Stack>
      </Group>
      <FormError>{reason}</FormError>
    </Stack>
  )
}
