import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './preview-card.module.css'

const forms = ['wide', 'phone', 'plain'] as const
type Form = (typeof forms)[number]
const words = { wide: 'formWide', phone: 'formPhone', plain: 'formPlain' } as const satisfies Record<Form, string>
const isForm = (value: string): value is Form => forms.some((form) => form === value)

type Props = { title: string; text: string; html: string | null }

/** A message as it is read: a mail on a wide screen, on a phone and as plain text, a text message as a bubble. */
export const PreviewCard = ({ title, text, html }: Props) => {
  const { t } = useTranslation('messages')
  const [form, setForm] = useState<Form>('wide')
  if (html === null) return <div className={`${classes.text} ${classes.bubble}`}>{text}</div>
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('shownAs')}
        value={form}
        onChange={(value) => isForm(value) && setForm(value)}
        data={forms.map((value) => ({ value, label: t(words[value]) }))}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      {form === 'plain' ? (
        <div className={classes.text}>{text}</div>
      ) : (
        // What a mail says runs nothing and reaches nothing of the portal.
        <iframe
          className={`${classes.frame} ${form === 'phone' ? classes.phone : ''}`}
          title={title}
          sandbox=""
          srcDoc={html}
        />
      )}
    </Stack>
  )
}
