import { TextInput, UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useTypedField } from './use-typed-field.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './profiles.module.css'

type Props = Pick<ComponentProps<typeof TextInput>, 'autoComplete' | 'type' | 'description'> & {
  label: string
  stored: string
  schema: z.ZodType
  save: (value: string) => Promise<unknown>
  explain: (error: unknown) => string
}

/** A field that saves as one types, and says beside itself how that went. */
export const SavedField = ({ label, stored, schema, save, explain, ...input }: Props) => {
  const { t } = useTranslation('profiles')
  const { outcome, canUndo, undo, inputProps } = useTypedField({ stored, schema, save, explain })
  return (
    <div className={classes.field}>
      <TextInput
        {...input}
        {...inputProps}
        label={label}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <div className={classes.outcome}>
        <span role="status">
          {outcome.status === 'saving' ? <Status kind="waiting">{t('saving')}</Status> : null}
          {outcome.status === 'saved' ? <Status kind="good">{t('saved')}</Status> : null}
          {outcome.status === 'refused' ? <Status kind="warning">{t('notSaved')}</Status> : null}
        </span>
        {canUndo ? (
          <UnstyledButton
            className={classes.undo}
            onClick={undo}
            aria-label={t('undoField', { field: label.toLowerCase() })}
          >
            {t('undo')}
          </UnstyledButton>
        ) : null}
      </div>
    </div>
  )
}
