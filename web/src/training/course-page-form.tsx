import { Button, FileButton, Group, Textarea, TextInput } from '@mantine/core'
import { pictureUpload } from '@spacekeeper/contract/route.ts'
import { CourseContent } from '@spacekeeper/contract/training/shapes.ts'
import { useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import type { PageDraft } from './content-draft.ts'
import classes from './training.module.css'

const rules = CourseContent.shape.pages.element.shape

const mediaTypes: readonly string[] = pictureUpload.mediaTypes

const size = String(pictureUpload.maxBytes / 1_000_000)

type Props = {
  page: PageDraft
  at: number
  problems: Readonly<Record<string, string>>
  upload: (file: File) => Promise<{ pictureHash: string; picture: string }>
  onChange: (page: PageDraft) => void
  onRemove: () => void
  onMoveUp: () => void
}

const PictureField = ({ page, upload, onChange }: Pick<Props, 'page' | 'upload' | 'onChange'>) => {
  const { t } = useTranslation('training')
  const [reason, setReason] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = async (file: File | null) => {
    if (!file) return
    if (!mediaTypes.includes(file.type) || file.size > pictureUpload.maxBytes)
      return setReason(t('pictureWrong', { size }))
    setBusy(true)
    setReason(null)
    try {
      onChange({ ...page, ...(await upload(file)) })
    } catch (error) {
      setReason(fieldErrors(error)['picture'] ?? errorText(error))
    }
    setBusy(false)
  }
  return (
    <>
      {page.picture === null ? null : (
        <img className={classes.picture} src={page.picture} alt={t('pictureOf', { title: page.title })} />
      )}
      <Group gap="xs">
        <FileButton accept={mediaTypes.join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={isBusy}>
              {t('choosePicture')}
            </Button>
          )}
        </FileButton>
        {page.picture === null ? null : (
          <Button size="xs" variant="subtle" onClick={() => onChange({ ...page, pictureHash: null, picture: null })}>
            {t('removePicture')}
          </Button>
        )}
      </Group>
      {reason === null ? null : <FormError>{reason}</FormError>}
    </>
  )
}

/** One page of a course while it is written. */
export const CoursePageForm = ({ page, at, problems, upload, onChange, onRemove, onMoveUp }: Props) => {
  const { t } = useTranslation('training')
  const number = at + 1
  return (
    <div className={classes.edited} role="group" aria-label={t('pageNumber', { number })}>
      <div className={classes.head}>
        <h3 className={classes.name}>{t('pageNumber', { number })}</h3>
        <Group gap={4}>
          {at === 0 ? null : (
            <Button variant="subtle" size="compact-sm" onClick={onMoveUp}>
              {t('moveUp', { number })}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" color="red" onClick={onRemove}>
            {t('removePage', { number })}
          </Button>
        </Group>
      </div>
      <TextInput
        label={t('pageTitle')}
        {...requiredBy(rules.title)}
        value={page.title}
        error={problems[`pages.${at}.title`]}
        autoComplete="off"
        onChange={(event) => onChange({ ...page, title: event.currentTarget.value })}
      />
      <Textarea
        label={t('pageBody')}
        {...requiredBy(rules.body)}
        value={page.body}
        error={problems[`pages.${at}.body`]}
        rows={8}
        onChange={(event) => onChange({ ...page, body: event.currentTarget.value })}
      />
      <PictureField page={page} upload={upload} onChange={onChange} />
    </div>
  )
}
