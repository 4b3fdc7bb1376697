import type { ComponentProps } from 'react'
import { RequiredMarks } from './required-marks.tsx'
import { useTypedValues } from './typed-values.ts'
import classes from './form.module.css'

/**
 * A form, which says above its fields that those marked * are required, while one of them is. The browser’s own words for
 * what is wrong are never shown. What is typed into it is not lost without a question.
 */
export const Form = ({ children, className, onSubmit, ...form }: ComponentProps<'form'>) => {
  const typed = useTypedValues()
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        typed.onSubmit()
        onSubmit?.(event)
      }}
      onFocusCapture={typed.onFocusCapture}
      className={[classes.form, className].join(' ').trimEnd()}
    >
      <RequiredMarks />
      {children}
    </form>
  )
}
