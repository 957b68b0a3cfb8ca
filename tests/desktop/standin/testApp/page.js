document.body.dataset.script = 'ran';
document.addEventListener('securitypolicyviolation', (event) => {
  document.body.dataset.violation = event.effectiveDirective;
});
