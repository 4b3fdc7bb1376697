import { Button, FileButton, Group, Input, Stack } from '@mantine/core'
import { pictureUpload } from '@spacekeeper/contract/route.ts'
import type { ReactNode } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { uploadPicture } from './api.ts'

const mediaTypes: readonly string[] = pictureUpload.mediaTypes

const size = String(pictureUpload.maxBytes / 1_000_000)

/** Refused before it is sent. */
class WrongPicture extends Error {}

type Props = {
  /** The address of the one that is chosen. */
  picture: string | null
  error: ReactNode
  onChange: (picture: { hash: string; address: string } | null) => void
}

/** The picture of a slide: sent as soon as it is chosen, so that it is seen before the slide is saved. */
export const SlidePictureField = ({ picture, error, onChange }: Props) => {
  const { t } = useTranslation('display')
  const send = useMutation({
    mutationFn: (file: File) => {
      if (!mediaTypes.includes(file.type) || file.size > pictureUpload.maxBytes)
        throw new WrongPicture(t('pictureWrong', { size }))
      return uploadPicture({ file })
    },
    onSuccess: onChange,
  })
  const reason =
    send.error instanceof WrongPicture
      ? send.error.message
      : send.error && (fieldErrors(send.error)['picture'] ?? errorText(send.error))
  return (
    <Stack gap={4} role="group" aria-label={t('picture')}>
      <Input.Label component="span">{t('picture')}</Input.Label>
      <Input.Description>{t('pictureHint', { size })}</Input.Description>
      <Group gap="xs">
        <FileButton accept={mediaTypes.join(',')} onChange={(file) => file && send.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={send.isPending}>
              {t(picture === null ? 'choosePicture' : 'otherPicture')}
            </Button>
          )}
        </FileButton>
        {picture === null ? null : (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {t('removePicture')}
          </Button>
        )}
      </Group>
      {reason ? <FormError>{reason}</FormError> : null}
      {error ? <FormError>{error}</FormError> : null}
    </Stack>
  )
}
